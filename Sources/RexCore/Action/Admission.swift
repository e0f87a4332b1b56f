// SPDX-License-Identifier: MIT

/// Says for each action that is sent whether it may pass.
@usableFromInline package final class Admission: Sendable {
    /// Asked at the moment of sending, on the thread that sends.
    @usableFromInline let isOpen: @Sendable () -> Bool

    @inlinable package init(_ isOpen: @escaping @Sendable () -> Bool) {
        self.isOpen = isOpen
    }
}
