// SPDX-License-Identifier: MIT

#if DEBUG
/// A part of a state that only counts up, which test stores check.
package protocol StateCounter {
    var count: Int64 { get }

    /// Returns the report of a counter that went back.
    static func report(_ change: String) -> String
}

/// Whether any counter in this process is above 0, so that test stores look for it.
package let areCountersUsed = Lock(false)
#endif
