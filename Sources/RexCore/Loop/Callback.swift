// SPDX-License-Identifier: MIT

/// A function to call once; a struct, since a list of functions as such would wrap each of them.
@usableFromInline struct Callback: Sendable {
    @usableFromInline let call: @Sendable () -> Void

    @inlinable init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }
}
