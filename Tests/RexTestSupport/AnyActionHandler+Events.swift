// SPDX-License-Identifier: MIT

package import RexCore

extension AnyActionHandler {
    /// Calls `body` with each task of the store.
    ///
    /// Call it in `receiveContext`.
    package func eachTask(_ body: @escaping @Sendable (StoreTask) -> Void) {
        observe(.started) { if case .started(let task) = $0 { body(task) } }
    }

    /// Calls `body` with each skipped action of some kinds.
    ///
    /// Call it in `receiveContext`.
    package func eachSkipped(
        _ kinds: StoreEvent.Kinds = .skipped,
        _ body: @escaping @Sendable (SkippedAction) -> Void
    ) {
        observe(kinds) { if case .skipped(let skipped) = $0 { body(skipped) } }
    }

    /// Calls `body` with each action that the store refuses.
    ///
    /// Call it in `receiveContext`.
    package func eachRefused(_ body: @escaping @Sendable (SkippedAction) -> Void) {
        eachSkipped(.skippedByStore) { if $0.reason.isRefusal { body($0) } }
    }
}
