// SPDX-License-Identifier: MIT

import CRexSystem

/// The clocks of the system, in nanoseconds.
@usableFromInline enum SystemTime: Sendable {
    /// The monotonic time, the same for all threads.
    @usableFromInline static var uptime: UInt64 { rex_monotonic_nanoseconds() }

    /// The time since 1970.
    static var sinceEpoch: UInt64 { rex_epoch_nanoseconds() }
}
