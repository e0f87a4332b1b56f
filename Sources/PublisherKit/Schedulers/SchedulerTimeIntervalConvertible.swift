// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A span of time that can be made of the usual units.
public protocol SchedulerTimeIntervalConvertible {
    /// A span in seconds.
    static func seconds(_ s: Int) -> Self
    /// A span in seconds and parts of a second.
    static func seconds(_ s: Double) -> Self
    /// A span in thousandths of a second.
    static func milliseconds(_ ms: Int) -> Self
    /// A span in millionths of a second.
    static func microseconds(_ us: Int) -> Self
    /// A span in billionths of a second.
    static func nanoseconds(_ ns: Int) -> Self
}
#endif
