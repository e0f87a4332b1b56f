// SPDX-License-Identifier: MIT

/// The number of a change that is shown before it was confirmed; see ``TypedRequest/edit(_:)``.
public struct RequestEdit: Hashable, Codable, Sendable {
    let number: Int
}

/// The changes that are shown, and what they were applied to.
struct RequestEdits<Output: Sendable>: Sendable {
    private struct Pending: Sendable {
        let id: RequestEdit
        let change: @Sendable (inout Output) -> Void
        /// True if an answer came since, of which nobody knows whether it has the change.
        var isOverlapped = false
    }

    /// The output without the pending changes.
    var base: Output?
    /// True if a change was confirmed of which nobody knows whether the base had it.
    private(set) var isUncertain = false
    private var pending: [Pending] = []

    init(base: Output?) {
        self.base = base
    }

    var isEmpty: Bool { pending.isEmpty }

    var ids: [RequestEdit] { pending.map(\.id) }

    /// The base with all pending changes, in their order; nil as long as there is no base.
    var shown: Output? {
        guard var output = base else { return nil }
        for edit in pending { edit.change(&output) }
        return output
    }

    mutating func append(_ id: RequestEdit, _ change: @escaping @Sendable (inout Output) -> Void) {
        pending.append(Pending(id: id, change: change))
    }

    /// Replaces the base by an answer that came while changes were pending.
    mutating func rebase(on answer: Output) {
        base = answer
        // It was asked for after all that was confirmed.
        isUncertain = false
        for index in pending.indices { pending[index].isOverlapped = true }
    }

    /// Ends a change, the oldest if `id` is nil; returns false if it is not pending.
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
