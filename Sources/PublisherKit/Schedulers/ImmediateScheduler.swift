// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Runs everything at once, on the thread that calls.
///
/// Delays are ignored, and nothing is repeated.
public struct ImmediateScheduler: Scheduler, Sendable {
    /// No options.
    public typealias SchedulerOptions = Never

    /// The one scheduler of this kind.
    public static let shared = ImmediateScheduler()

    /// A moment on a clock that stands still.
    public struct SchedulerTimeType: Strideable, Sendable {
        /// A span that takes no time.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Codable, Sendable
        {
            /// The number of steps.
            public var magnitude: Int

            /// Makes a span of so many steps.
            public init(_ value: Int) { magnitude = value }
            /// Makes a span of so many steps.
            public init(integerLiteral value: Int) { self.init(value) }
            /// Makes a span of so many steps.
            public init(floatLiteral value: Double) { self.init(Int(value)) }
            /// Makes a span of so many steps, or nil if the number is too large.
            public init?<T>(exactly source: T) where T: BinaryInteger {
                guard let value = Int(exactly: source) else { return nil }
                self.init(value)
            }

            /// Compares the lengths.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// The sum.
            public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
            /// The difference.
            public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
            /// The product.
            public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
            /// Multiplies the steps.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
            /// No time.
            public static func seconds(_ s: Int) -> Stride { 0 }
            /// No time.
            public static func seconds(_ s: Double) -> Stride { 0 }
            /// No time.
            public static func milliseconds(_ ms: Int) -> Stride { 0 }
            /// No time.
            public static func microseconds(_ us: Int) -> Stride { 0 }
            /// No time.
            public static func nanoseconds(_ ns: Int) -> Stride { 0 }
        }

        /// No distance.
        public func distance(to other: SchedulerTimeType) -> Stride { 0 }
        /// The only moment again.
        public func advanced(by n: Stride) -> SchedulerTimeType { self }
    }

    /// The only moment.
    public var now: SchedulerTimeType { SchedulerTimeType() }
    /// No tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the closure now.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

    /// Runs the closure now.
    public func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs the closure now, and once.
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
