// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A duration that can be made from the usual units.
public protocol SchedulerTimeIntervalConvertible {
    /// Returns a stride in seconds.
    static func seconds(_ s: Int) -> Self
    /// Returns a stride in seconds and fractions of a second.
    static func seconds(_ s: Double) -> Self
    /// Returns a stride in milliseconds.
    static func milliseconds(_ ms: Int) -> Self
    /// Returns a stride in microseconds.
    static func microseconds(_ us: Int) -> Self
    /// Returns a stride in nanoseconds.
    static func nanoseconds(_ ns: Int) -> Self
}
#endif
