// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A span of time that can be made of the usual units.
public protocol SchedulerTimeIntervalConvertible {
    /// So many seconds.
    static func seconds(_ s: Int) -> Self
    /// So many seconds, or parts of one.
    static func seconds(_ s: Double) -> Self
    /// So many thousandths of a second.
    static func milliseconds(_ ms: Int) -> Self
    /// So many millionths of a second.
    static func microseconds(_ us: Int) -> Self
    /// So many billionths of a second.
    static func nanoseconds(_ ns: Int) -> Self
}
#endif
