// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// The way in which values are grouped by time.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// Groups the values of each interval on a scheduler.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// Groups the values of each interval on a scheduler, and as soon as there are so many.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// Delivers arrays of the values of some time.
    public typealias CollectByTime<Upstream: Publisher, Context: Scheduler> = Reduce<Upstream, [Upstream.Output]>
}

@available(*, unavailable)
extension Publishers.TimeGroupingStrategy: Sendable {}

/// The values of the interval that has not ended yet.
private struct OpenInterval<Value>: ~Copyable {
    private let values = Lock<[Value]>([])

    /// Adds a value, and returns how many there are now.
    func append(_ value: Value) -> Int {
        values.withLock { values in
            values.append(value)
            return values.count
        }
    }

    func takeAll() -> [Value] {
        values.withLock { values in
            defer { values = [] }
            return values
        }
    }
}

extension Publisher {
    /// Delivers arrays of the values of each interval, if there are any, on a scheduler; the last
    /// ones with the end.
    ///
    /// It requests everything; arrays wait until they are requested, and a failure loses the values
    /// that are in none.
    public func collect<S>(_ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil)
        -> Publishers.CollectByTime<Self, S> where S: Scheduler
    {
        let (scheduler, interval, count) =
            switch strategy {
            case .byTime(let scheduler, let interval): (scheduler, interval, Int.max)
            case .byTimeOrCount(let scheduler, let interval, let count): (scheduler, interval, count)
            }
        return Publishers.Reduce(self) { upstream, subscriber in
            let open = OpenInterval<Output>()
            let downstream = DownstreamSubscription(subscriber)
            let subscription = UpstreamSubscription(demand: .unlimited)
            let flush = {
                let collected = open.takeAll()
                if !collected.isEmpty { downstream.send(collected) }
            }
            let timer = scheduler.schedule(
                after: scheduler.now.advanced(by: interval),
                interval: interval,
                tolerance: scheduler.minimumTolerance,
                options: options,
                flush
            )
            let inner = UpstreamSubscriber<Output, Failure>(subscription: subscription) { completion in
                timer.cancel()
                scheduler.schedule(options: options) {
                    if case .finished = completion { flush() }
                    downstream.send(completion: completion)
                }
            } onValue: { value in
                if open.append(value) >= count { flush() }
                return .none
            }
            let cancel = {
                timer.cancel()
                subscription.cancel()
            }
            downstream.open(DownstreamHandlers(onCancel: cancel))
            upstream.subscribe(inner)
        }
    }
}
#endif
