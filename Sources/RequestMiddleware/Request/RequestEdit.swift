// SPDX-License-Identifier: MIT

/// The number of an optimistic change; see ``TypedRequest/edit(_:)``.
public struct RequestEdit: Hashable, Codable, Sendable {
    let number: Int
}

/// The optimistic changes, and the output that they are applied to.
struct RequestEdits<Output: Sendable>: Sendable {
    private struct Pending: Sendable {
        let id: RequestEdit
        let change: @Sendable (inout Output) -> Void
        /// Whether a later answer may or may not contain the change.
        var isOverlapped = false
    }

    /// The output without the pending changes.
    var base: Output?
    /// Whether a change was confirmed that the base may or may not contain.
    private(set) var isUncertain = false
    private var pending: [Pending] = []

    init(base: Output?) {
        self.base = base
    }

    var isEmpty: Bool { pending.isEmpty }

    var ids: [RequestEdit] { pending.map(\.id) }

    /// The base with all pending changes in order, or nil without a base.
    var shown: Output? {
        guard var output = base else { return nil }
        for edit in pending { edit.change(&output) }
        return output
    }

    mutating func append(_ id: RequestEdit, _ change: @escaping @Sendable (inout Output) -> Void) {
        pending.append(Pending(id: id, change: change))
    }

    /// Replaces the base by an answer that arrived while changes were pending.
    mutating func rebase(on answer: Output) {
        base = answer
        // The request began after all confirmed changes.
        isUncertain = false
        for index in pending.indices { pending[index].isOverlapped = true }
    }

    /// Ends a change, or the oldest one if `id` is nil.
    ///
    /// Returns false if it is not pending.
    mutating func end(_ id: RequestEdit?, isConfirmed: Bool) -> Bool {
        guard let index = pending.firstIndex(where: { id == nil || $0.id == id }) else { return false }
        let edit = pending.remove(at: index)
        guard isConfirmed else { return true }
        if var output = base {
            edit.change(&output)
            base = output
        }
        isUncertain = isUncertain || edit.isOverlapped
        return true
    }
}
