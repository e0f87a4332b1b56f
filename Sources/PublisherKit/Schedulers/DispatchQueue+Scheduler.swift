// SPDX-License-Identifier: MIT

#if !canImport(Combine) && canImport(Dispatch)
public import Dispatch
internal import RexCore

extension DispatchQueue: Scheduler {
    /// A time on the clock of dispatch queues.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// The dispatch time.
        public var dispatchTime: DispatchTime

        /// Makes a time.
        public init(_ time: DispatchTime) { dispatchTime = time }

        /// Returns the duration until `other`, negative if `other` is earlier.
        ///
        /// A duration that exceeds the range, such as until the distant future, is clamped to the
        /// longest one.
        public func distance(to other: SchedulerTimeType) -> Stride {
            let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            return .nanoseconds(to >= from ? Int(clamping: to - from) : -Int(clamping: from - to))
        }

        /// Returns the time that is `n` later.
        ///
        /// A time after the last one of the clock is the distant future, and stays so. A time
        /// before the first one is the first one.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            let (time, distance) = (dispatchTime.uptimeNanoseconds, n.magnitude.magnitude)
            guard time < Self.end else { return SchedulerTimeType(.distantFuture) }
            if n.magnitude < 0 {
                let first = min(time, 1)
                let moved = time - first > UInt64(distance) ? time - UInt64(distance) : first
                return SchedulerTimeType(DispatchTime(uptimeNanoseconds: moved))
            }
            // Neither summand exceeds half of the range, so the sum can't overflow.
            let moved = time + UInt64(distance)
            return SchedulerTimeType(moved < Self.end ? DispatchTime(uptimeNanoseconds: moved) : .distantFuture)
        }

        /// The first time that a queue would interpret as a time of another clock.
        private static let end: UInt64 = 1 << 62

        /// Hashes the time.
        public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

        /// A duration in nanoseconds.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Sendable
        {
            /// The number of nanoseconds.
            public var magnitude: Int

            /// The duration as a dispatch time interval.
            public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

            private init(nanoseconds: Int) { magnitude = nanoseconds }

            /// Makes a stride from a dispatch time interval.
            ///
            /// `never` becomes the longest stride.
            public init(_ timeInterval: DispatchTimeInterval) {
                switch timeInterval {
                case .seconds(let s): self = .seconds(s)
                case .milliseconds(let ms): self = .milliseconds(ms)
                case .microseconds(let us): self = .microseconds(us)
                case .nanoseconds(let ns): self = .nanoseconds(ns)
                case .never: self.init(nanoseconds: .max)
                @unknown default: self.init(nanoseconds: .max)
                }
            }

            /// Makes a stride of `value` seconds.
            public init(integerLiteral value: Int) { self = .seconds(value) }
            /// Makes a stride of `value` seconds.
            public init(floatLiteral value: Double) { self = .seconds(value) }
            /// Makes a stride of `source` seconds, or returns nil if the number is too large.
            public init?<T>(exactly source: T) where T: BinaryInteger {
                guard let value = Int(exactly: source) else { return nil }
                self = .seconds(value)
            }

            /// Compares the durations.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// Returns the sum.
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                let (sum, overflows) = lhs.magnitude.addingReportingOverflow(rhs.magnitude)
                return Stride(nanoseconds: overflows ? (lhs.magnitude < 0 ? .min : .max) : sum)
            }
            /// Returns the difference.
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                let (difference, overflows) = lhs.magnitude.subtractingReportingOverflow(rhs.magnitude)
                return Stride(nanoseconds: overflows ? (lhs.magnitude < 0 ? .min : .max) : difference)
            }
            /// Returns the product of the nanoseconds.
            public static func * (lhs: Stride, rhs: Stride) -> Stride { scaled(lhs.magnitude, by: rhs.magnitude) }
            /// Multiplies the nanoseconds.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

            /// Returns a stride in seconds.
            public static func seconds(_ s: Int) -> Stride { scaled(s, by: 1_000_000_000) }
            /// Returns a stride in seconds and fractions of a second.
            ///
            /// A duration that exceeds the range is clamped to the longest one. NaN becomes 0.
            public static func seconds(_ s: Double) -> Stride {
                // Rounding would require the math library, which not every client links.
                let nanoseconds = s * 1_000_000_000
                if nanoseconds.isNaN { return 0 }
                if nanoseconds >= 0x1p63 { return Stride(nanoseconds: .max) }
                return Stride(nanoseconds: nanoseconds <= -0x1p63 ? .min : Int(nanoseconds))
            }
            /// Returns a stride in milliseconds.
            public static func milliseconds(_ ms: Int) -> Stride { scaled(ms, by: 1_000_000) }
            /// Returns a stride in microseconds.
            public static func microseconds(_ us: Int) -> Stride { scaled(us, by: 1_000) }
            /// Returns a stride in nanoseconds.
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

            private static func scaled(_ count: Int, by unit: Int) -> Stride {
                let (nanoseconds, overflows) = count.multipliedReportingOverflow(by: unit)
                return Stride(nanoseconds: overflows ? ((count < 0) == (unit < 0) ? .max : .min) : nanoseconds)
            }
        }
    }

    /// The options for a closure that runs on a queue.
    public struct SchedulerOptions {
        /// The quality of service.
        public var qos: DispatchQoS
        /// The flags of the work item.
        public var flags: DispatchWorkItemFlags

        /// Makes options.
        ///
        /// The defaults are those of the queue.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = []) {
            self.qos = qos
            self.flags = flags
        }
    }

    /// The current time.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
    /// 0, since no tolerance is needed.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the closure on this queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        // Taken out of the lock, so that the closure is released on the queue.
        let action = Lock<(() -> Void)?>(action)
        async(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
            action.withLock { $0.take() }?()
        }
    }

    /// Runs the closure on this queue at or after `date`.
    public func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let action = Lock(action)
        asyncAfter(
            deadline: date.dispatchTime,
            qos: options?.qos ?? .unspecified,
            flags: options?.flags ?? []
        ) { action.withLock { $0 }() }
    }

    /// Runs the closure on this queue at or after `date`, then at each `interval`, until the result
    /// is cancelled.
    public func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let timer = DispatchSource.makeTimerSource(queue: self)
        let action = Lock(action)
        timer.schedule(
            deadline: date.dispatchTime,
            repeating: interval.timeInterval,
            leeway: max(tolerance, minimumTolerance).timeInterval
        )
        timer.setEventHandler { action.withLock { $0 }() }
        timer.resume()
        return AnyCancellable { timer.cancel() }
    }
}

@available(*, unavailable)
extension DispatchQueue.SchedulerOptions: Sendable {}
#endif
