// SPDX-License-Identifier: MIT

extension Duration {
    /// The whole nanoseconds, clamped to zero and 18 years, so that a few of them can be added.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let longest = Int64.max / 16 / 1_000_000_000
        return UInt64(min(seconds, longest)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
