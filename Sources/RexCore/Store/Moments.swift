// SPDX-License-Identifier: MIT

/// Calls back at moments of a store.
@usableFromInline package final class Moments: Sendable {
    let callAt: @Sendable (StoreMoment, @escaping @Sendable () -> Void) -> Void

    @usableFromInline package init(_ callAt: @escaping @Sendable (StoreMoment, @escaping @Sendable () -> Void) -> Void)
    {
        self.callAt = callAt
    }
}
