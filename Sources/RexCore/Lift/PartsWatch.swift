// SPDX-License-Identifier: MIT

/// Finds out whether the parts of a state may have changed, without visiting them.
@usableFromInline struct PartsWatch<Whole>: Sendable {
    /// Returns a function that returns whether the parts may have changed since its last call.
    let start: @Sendable () -> (Whole) -> Bool

    /// Creates a watch that compares the bytes of the value that contains the parts.
    ///
    /// The last value is kept. So its storage isn't changed in place, and equal bytes mean equal parts.
    @usableFromInline init<Parts: SendableMetatype>(_ parts: @escaping @Sendable (Whole) -> Parts) {
        start = {
            var last: Parts?
            return { whole in
                let now = parts(whole)
                if let last, Self.haveEqualBytes(last, now) { return false }
                last = now
                return true
            }
        }
    }

    private static func haveEqualBytes<Parts>(_ first: Parts, _ second: Parts) -> Bool {
        unsafe withUnsafeBytes(of: first) { first in
            unsafe withUnsafeBytes(of: second) { second in unsafe first.elementsEqual(second) }
        }
    }
}
