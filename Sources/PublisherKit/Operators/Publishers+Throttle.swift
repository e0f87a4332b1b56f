// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Delivers at most one value in each span of time.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// It fails as its upstream does.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The span of time.
        public let interval: Context.SchedulerTimeType.Stride
        /// Where they are delivered.
        public let scheduler: Context
        /// Whether the last value of a span is delivered, or the first one.
        public let latest: Bool

        /// Makes a publisher that delivers one value in each `interval`.
        public init(
            upstream: Upstream,
            interval: Context.SchedulerTimeType.Stride,
            scheduler: Context,
            latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Requests everything; the first value comes at once, and one that still waits at the end
        /// comes before the end.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let span = Lock(ThrottleSpan<Output, Context.SchedulerTimeType>(keepsNewest: latest))
            let outlet = Outlet(subscriber, surplus: .drop)
            let inlet = Inlet<Output, Failure> { completion in
                let last = span.withLock { $0.takePending() }
                scheduler.schedule {
                    if let last { outlet.add(last) }
                    outlet.send(completion: completion)
                }
            } onValue: { value in
                let now = scheduler.now
                let (step, lost) = span.withLock { $0.add(value, at: now, interval: interval) }
                withExtendedLifetime(lost) {}
                switch step {
                case .wait: break
                case .deliver: scheduler.schedule { outlet.send(value) }
                case .deliverPending(let date):
                    scheduler.schedule(after: date) {
                        if let value = span.withLock({ $0.endSpan(at: date, interval: interval) }) {
                            outlet.send(value)
                        }
                    }
                }
            }
            outlet.open(Outlet.Source(onRequest: { _ in inlet.request(.unlimited) }, onCancel: inlet.cancel))
            upstream.subscribe(inlet)
        }
    }
}

/// Decides when a value may be delivered.
private struct ThrottleSpan<Output, Time: Strideable> {
    enum Step {
        case deliver
        /// A value waits for this moment, at which it is to be requested.
        case deliverPending(at: Time)
        case wait
    }

    let keepsNewest: Bool
    private var end: Time?
    private var pending: Output?

    init(keepsNewest: Bool) {
        self.keepsNewest = keepsNewest
    }

    /// What becomes of a value, and the value that is lost for it.
    mutating func add(_ value: Output, at now: Time, interval: Time.Stride) -> (Step, lost: Output?) {
        guard let end, now < end || pending != nil else {
            self.end = now.advanced(by: interval)
            return (.deliver, nil)
        }
        guard let waiting = pending else {
            pending = value
            return (.deliverPending(at: end), nil)
        }
        if keepsNewest { pending = value }
        return (.wait, waiting)
    }

    /// Starts the next span with the value that waited.
    mutating func endSpan(at date: Time, interval: Time.Stride) -> Output? {
        guard pending != nil else { return nil }
        end = date.advanced(by: interval)
        return takePending()
    }

    mutating func takePending() -> Output? { pending.take() }
}

@available(*, unavailable)
extension Publishers.Throttle: Sendable {}

extension Publisher {
    /// Delivers, on a scheduler, the first value at once and then the last or the first one of each
    /// `interval`.
    public func throttle<S>(
        for interval: S.SchedulerTimeType.Stride,
        scheduler: S,
        latest: Bool
    ) -> Publishers.Throttle<Self, S> where S: Scheduler {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}
#endif
