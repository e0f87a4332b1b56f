// SPDX-License-Identifier: MIT

/// Calls back at moments of a store.
@usableFromInline package final class Moments: Sendable {
    /// A moment in the life of a store for which its outputs can leave something to be called.
    @usableFromInline package enum Moment: Sendable {
        /// Nothing waits and nothing is processed.
        case idle
        /// The store is gone.
        case end
    }

    /// Finds out whether a middleware uses its context, where it cannot have one.
    let probe: ContextProbe?
    let callAt: @Sendable (Moment, @escaping @Sendable () -> Void) -> Void

    @usableFromInline package init(_ callAt: @escaping @Sendable (Moment, @escaping @Sendable () -> Void) -> Void) {
        probe = nil
        self.callAt = callAt
    }

    init(probe: ContextProbe) {
        self.probe = probe
        callAt = { _, _ in }
    }
}
