// SPDX-License-Identifier: MIT

internal import RexCore

/// A publisher action of a store of `any Action`.
///
/// It has no effect if no middleware of the store runs it.
protocol UnhandledAction {
    var isHandled: Bool { get }
}

extension UnhandledAction {
    /// Warns on standard error if no middleware runs this action, once for each type of action.
    func reportUnlessHandled() {
        guard !isHandled, Warnings.isFirst(for: Self.self) else { return }
        report(
            """
            \(self) was dispatched, but no middleware of the store runs it, so it did nothing. \
            Add createPublisherMiddleware() to the store, and check that the action has the store's type of state.
            """
        )
    }
}

private enum Warnings {
    private static let types = Lock<Set<ObjectIdentifier>>([])

    static func isFirst(for type: any Any.Type) -> Bool {
        types.withLock { $0.insert(ObjectIdentifier(type)).inserted }
    }
}
