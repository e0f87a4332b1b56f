// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A scheduler that runs closures immediately, on the calling thread.
///
/// It ignores delays and repeats nothing.
public struct ImmediateScheduler: Scheduler, Sendable {
    /// It has no options.
    public typealias SchedulerOptions = Never

    /// The shared scheduler.
    public static let shared = ImmediateScheduler()

    /// A time on a clock that stands still.
    public struct SchedulerTimeType: Strideable, Sendable {
        /// A stride that takes no time.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Codable, Sendable
        {
            /// The number of steps.
            public var magnitude: Int

            /// Makes a stride of `value` steps.
            public init(_ value: Int) { magnitude = value }
            /// Makes a stride of `value` steps.
            public init(integerLiteral value: Int) { self.init(value) }
            /// Makes a stride of `value` steps.
            public init(floatLiteral value: Double) { self.init(Int(value)) }
            /// Makes a stride of `source` steps, or returns nil if the number is too large.
            public init?<T>(exactly source: T) where T: BinaryInteger {
                guard let value = Int(exactly: source) else { return nil }
                self.init(value)
            }

            /// Compares the durations.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// Returns the sum.
            public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
            /// Returns the difference.
            public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
            /// Returns the product.
            public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
            /// Multiplies the number of steps.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
            /// Returns 0.
            public static func seconds(_ s: Int) -> Stride { 0 }
            /// Returns 0.
            public static func seconds(_ s: Double) -> Stride { 0 }
            /// Returns 0.
            public static func milliseconds(_ ms: Int) -> Stride { 0 }
            /// Returns 0.
            public static func microseconds(_ us: Int) -> Stride { 0 }
            /// Returns 0.
            public static func nanoseconds(_ ns: Int) -> Stride { 0 }
        }

        /// Returns 0.
        public func distance(to other: SchedulerTimeType) -> Stride { 0 }
        /// Returns this time.
        public func advanced(by n: Stride) -> SchedulerTimeType { self }
    }

    /// The only time.
    public var now: SchedulerTimeType { SchedulerTimeType() }
    /// 0, since no tolerance is needed.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the closure immediately.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

    /// Runs the closure immediately.
    public func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs the closure immediately, once.
    public func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return AnyCancellable {}
    }
}
#endif
