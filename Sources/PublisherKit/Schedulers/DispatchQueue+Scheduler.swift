// SPDX-License-Identifier: MIT

#if !canImport(Combine) && canImport(Dispatch)
public import Dispatch
internal import RexCore

extension DispatchQueue: Scheduler {
    /// A moment on the clock of queues.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// The moment as queues know it.
        public var dispatchTime: DispatchTime

        /// Makes a moment.
        public init(_ time: DispatchTime) { dispatchTime = time }

        /// The time until another moment, negative for an earlier one.
        ///
        /// A time that is too long, such as that until the distant future, is the longest of its
        /// sign.
        public func distance(to other: SchedulerTimeType) -> Stride {
            let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            return .nanoseconds(to >= from ? Int(clamping: to - from) : -Int(clamping: from - to))
        }

        /// The moment that is later by this long.
        ///
        /// A moment beyond what queues can count to is the distant future, which no distance leads
        /// away from; one before their clock began is the clock's first.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            let (time, span) = (dispatchTime.uptimeNanoseconds, n.magnitude.magnitude)
            guard time < Self.end else { return SchedulerTimeType(.distantFuture) }
            if n.magnitude < 0 {
                let first = min(time, 1)
                let moved = time - first > UInt64(span) ? time - UInt64(span) : first
                return SchedulerTimeType(DispatchTime(uptimeNanoseconds: moved))
            }
            // Neither summand reaches the half of what the sum can hold.
            let moved = time + UInt64(span)
            return SchedulerTimeType(moved < Self.end ? DispatchTime(uptimeNanoseconds: moved) : .distantFuture)
        }

        /// The first time that a queue would read as one of another clock.
        private static let end: UInt64 = 1 << 62

        /// Hashes the time.
        public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

        /// A span of time, in nanoseconds.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Sendable
        {
            /// The number of nanoseconds.
            public var magnitude: Int

            /// This span in the words of a queue.
            public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

            private init(nanoseconds: Int) { magnitude = nanoseconds }

            /// Makes a span of one for a queue; one without end is as long as possible.
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

            /// Makes a span of so many seconds.
            public init(integerLiteral value: Int) { self = .seconds(value) }
            /// Makes a span of so many seconds.
            public init(floatLiteral value: Double) { self = .seconds(value) }
            /// Makes a span of so many seconds, or nil if the number is too large.
            public init?<T>(exactly source: T) where T: BinaryInteger {
                guard let value = Int(exactly: source) else { return nil }
                self = .seconds(value)
            }

            /// Compares the lengths.
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// The sum.
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                let (sum, isTooLarge) = lhs.magnitude.addingReportingOverflow(rhs.magnitude)
                return Stride(nanoseconds: isTooLarge ? (lhs.magnitude < 0 ? .min : .max) : sum)
            }
            /// The difference.
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                let (difference, isTooLarge) = lhs.magnitude.subtractingReportingOverflow(rhs.magnitude)
                return Stride(nanoseconds: isTooLarge ? (lhs.magnitude < 0 ? .min : .max) : difference)
            }
            /// The product of the nanoseconds.
            public static func * (lhs: Stride, rhs: Stride) -> Stride { scaled(lhs.magnitude, by: rhs.magnitude) }
            /// Multiplies the nanoseconds.
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

            /// A span in seconds.
            public static func seconds(_ s: Int) -> Stride { scaled(s, by: 1_000_000_000) }
            /// A span in seconds and parts of a second.
            ///
            /// One that is too long is the longest of its sign; what is no number is none.
            public static func seconds(_ s: Double) -> Stride {
                // Rounding would need the mathematical library, which not every client links.
                let nanoseconds = s * 1_000_000_000
                if nanoseconds.isNaN { return 0 }
                if nanoseconds >= 0x1p63 { return Stride(nanoseconds: .max) }
                return Stride(nanoseconds: nanoseconds <= -0x1p63 ? .min : Int(nanoseconds))
            }
            /// A span in thousandths of a second.
            public static func milliseconds(_ ms: Int) -> Stride { scaled(ms, by: 1_000_000) }
            /// A span in millionths of a second.
            public static func microseconds(_ us: Int) -> Stride { scaled(us, by: 1_000) }
            /// A span in nanoseconds.
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

            private static func scaled(_ count: Int, by unit: Int) -> Stride {
                let (nanoseconds, isTooLarge) = count.multipliedReportingOverflow(by: unit)
                return Stride(nanoseconds: isTooLarge ? ((count < 0) == (unit < 0) ? .max : .min) : nanoseconds)
            }
        }
    }

    /// The options of a closure that runs on a queue.
    public struct SchedulerOptions {
        /// The quality of service.
        public var qos: DispatchQoS
        /// The flags of the work item.
        public var flags: DispatchWorkItemFlags

        /// Makes options; without arguments those that a queue has by itself.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = []) {
            self.qos = qos
            self.flags = flags
        }
    }

    /// The present moment.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
    /// No tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the closure on this queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        // Taken out, so that it is released where it ran.
        let action = Lock<(() -> Void)?>(action)
        async(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
            action.withLock { $0.take() }?()
        }
    }

    /// Runs the closure on this queue, at or after a moment.
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

    /// Runs the closure on this queue, at or after a moment and then at each interval, until the
    /// result is cancelled.
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
