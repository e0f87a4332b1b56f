// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// When a buffer requests values.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// As many as it holds, then one for each that it delivers.
        case keepFull
        /// Everything at once.
        case byRequest
    }

    /// What becomes of a value for which a buffer has no room.
    public enum BufferingStrategy<Failure: Error> {
        /// It is lost.
        case dropNewest
        /// The oldest value in the buffer is lost.
        case dropOldest
        /// It is lost, and the error is the end.
        case customError(() -> Failure)
    }

    /// How values are grouped by time.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// Those of each interval on a scheduler.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// Those of each interval on a scheduler, and as soon as there are so many.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// Keeps values until they are requested.
    public typealias Buffer<Upstream: Publisher> = PrefixWhile<Upstream>
    /// Delivers arrays of the values of some time.
    public typealias CollectByTime<Upstream: Publisher, Context: Scheduler> = Reduce<Upstream, [Upstream.Output]>
}

@available(*, unavailable)
extension Publishers.BufferingStrategy: Sendable {}

@available(*, unavailable)
extension Publishers.TimeGroupingStrategy: Sendable {}

extension Publisher {
    /// Keeps values that nobody requested yet, at most so many; the end comes behind them.
    ///
    /// - Precondition: The size is not negative.
    public func buffer(
        size: Int,
        prefetch: Publishers.PrefetchStrategy,
        whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        precondition(size >= 0, "buffer was called with a size of \(size): it can keep no fewer than 0 values.")
        let dropsOldest = if case .dropOldest = whenFull { true } else { false }
        return Publishers.Buffer(self) { upstream, subscriber in
            let downstream = DownstreamSubscription(subscriber, overflow: .buffer(size, dropsOldest: dropsOldest))
            let subscription = UpstreamSubscription(demand: prefetch == .byRequest ? .unlimited : .max(size))
            let inner = UpstreamSubscriber<Output, Failure>(subscription: subscription) { completion in
                downstream.send(completion: completion)
            } onValue: { value in
                var lost: [Output] = []
                downstream.add(value, losing: &lost)
                if case .customError(let makeError) = whenFull, !lost.isEmpty, subscription.finish() {
                    downstream.send(completion: .failure(makeError()))
                }
                downstream.deliver()
                return .none
            }
            downstream.open(
                DownstreamHandlers(
                    onCancel: subscription.cancel,
                    onDelivery: prefetch == .keepFull ? { _ in subscription.request(.max(1)) } : nil
                )
            )
            upstream.subscribe(inner)
        }
    }

    /// Delivers arrays of the values of each interval, if there are any, on a scheduler; the last ones with the end.
    ///
    /// It requests everything; arrays wait until they are requested, and a failure loses the values that are in none.
    public func collect<S>(_ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil)
        -> Publishers.CollectByTime<Self, S> where S: Scheduler
    {
        let (scheduler, interval, count) =
            switch strategy {
            case .byTime(let scheduler, let interval): (scheduler, interval, Int.max)
            case .byTimeOrCount(let scheduler, let interval, let count): (scheduler, interval, count)
            }
        return Publishers.Reduce(self) { upstream, subscriber in
            let values = Lock<[Output]>([])
            let downstream = DownstreamSubscription(subscriber)
            let subscription = UpstreamSubscription(demand: .unlimited)
            let flush = {
                let collected = values.withLock { values in
                    defer { values = [] }
                    return values
                }
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
                let isFull = values.withLock { values in
                    values.append(value)
                    return values.count >= count
                }
                if isFull { flush() }
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
