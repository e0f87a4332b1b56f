// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// How values are grouped by time.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// Groups the values of each interval, on a scheduler.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// Groups the values of each interval, on a scheduler, and whenever a number of values is
        /// reached.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// A publisher of arrays with the values of each interval.
    public typealias CollectByTime<Upstream: Publisher, Context: Scheduler> = Reduce<Upstream, [Upstream.Output]>
}

@available(*, unavailable)
extension Publishers.TimeGroupingStrategy: Sendable {}

/// The values of the current interval.
private struct OpenInterval<Value>: ~Copyable {
    private let values = Lock<[Value]>([])

    /// Adds a value.
    ///
    /// Returns the number of values.
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
    /// Collects the values of each interval and publishes them as an array, on a scheduler.
    ///
    /// Publishes the last array before the completion.
    ///
    /// Requests unlimited values. Arrays wait until they are requested. A failure drops the values
    /// of the current interval, and intervals without values publish nothing.
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
