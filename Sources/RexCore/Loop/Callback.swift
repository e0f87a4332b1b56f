// SPDX-License-Identifier: MIT

/// A function to call once.
///
/// Arrays of this struct need no wrapper around each function.
@usableFromInline struct Callback: Sendable {
    @usableFromInline let call: @Sendable () -> Void

    @inlinable init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }
}
