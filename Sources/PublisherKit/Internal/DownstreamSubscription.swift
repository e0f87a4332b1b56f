// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The state of a downstream subscription that doesn't depend on the type of its values.
private struct Delivery: ~Copyable {
    enum Phase {
        /// No thread is delivering.
        case idle
        /// A thread is delivering or about to deliver. Initially, this is the thread that sends the
        /// subscription.
        case draining
        /// The subscription was completed or cancelled.
        case ended
    }

    var phase = Phase.draining
    var demand = Subscribers.Demand.none
    var handlers: DownstreamHandlers?
    var tags = Queue<Int>()
}

/// Delivers events to one subscriber: in order, one at a time, limited by demand, and none after
/// completion.
///
/// Any thread can send. Events that are sent during a delivery, for example by the subscriber
/// itself, are delivered by the thread that is delivering. So there is no recursion, and no lock is
/// held while the subscriber runs.
final class DownstreamSubscription<Output, Failure: Error>: Subscription {
    private let overflow: OverflowPolicy
    private let delivery: Lock<Delivery>
    // Only used under the lock. They are not part of its state, so that the lock has the same type
    // for all types of values.
    private var waiting = Queue<Output>()
    private var newest: Output?
    private var end: Subscribers.Completion<Failure>?
    private var downstream: (any Subscriber<Output, Failure>)?

    init(_ downstream: any Subscriber<Output, Failure>, overflow: OverflowPolicy = .wait) {
        delivery = Lock(Delivery())
        self.overflow = overflow
        self.downstream = downstream
    }

    /// The demand that remains after all pending values have been delivered.
    var outstanding: Subscribers.Demand { delivery.withLock { $0.demand - waiting.count } }

    /// Sends the subscription to the subscriber, then the values that it has requested.
    func open(_ handlers: DownstreamHandlers = DownstreamHandlers()) {
        let downstream = delivery.withLock { delivery in
            if delivery.phase != .ended { delivery.handlers = handlers }
            return self.downstream
        }
        downstream?.receive(subscription: self)
        delivery.withLock { if $0.phase == .draining { $0.phase = .idle } }
        deliver()
    }

    /// - Parameter tag: The argument for `onDelivery`.
    func send(_ value: Output, tag: Int = 0) {
        var lost: [Output] = []
        add(value, tag: tag, losing: &lost)
        deliver()
    }

    /// - Parameter isUrgent: Whether to drop pending values.
    func send(completion: Subscribers.Completion<Failure>, isUrgent: Bool = false) {
        var lost: [Output] = []
        add(completion, isUrgent: isUrgent, losing: &lost)
        deliver()
    }

    /// Adds a value without delivering it, for callers that hold a lock.
    ///
    /// They must call ``deliver()`` afterwards.
    ///
    /// - Parameter lost: Gets a dropped value, to be released outside of that lock.
    func add(_ value: Output, tag: Int = 0, losing lost: inout [Output]) {
        delivery.withLock { delivery in
            guard delivery.phase != .ended, end == nil else { return lost.append(value) }
            switch overflow {
            case _ where delivery.demand > .max(waiting.count), .wait: break
            case .drop: return lost.append(value)
            case .keepNewest:
                if let newest { lost.append(newest) }
                return newest = value
            case .buffer(let size, let dropsOldest):
                guard waiting.count - (delivery.demand.max ?? 0) >= size else { break }
                guard dropsOldest, !waiting.isEmpty else { return lost.append(value) }
                lost.append(waiting.removeFirst())
                _ = delivery.tags.popFirst()
            }
            waiting.append(value)
            if delivery.handlers?.onDelivery != nil { delivery.tags.append(tag) }
        }
    }

    /// Adds the completion without delivering it.
    ///
    /// Only the first completion counts, and nothing can be added after it.
    func add(_ completion: Subscribers.Completion<Failure>, isUrgent: Bool = false, losing lost: inout [Output]) {
        delivery.withLock { delivery in
            guard delivery.phase != .ended, end == nil else { return }
            end = completion
            if let newest = newest.take() { lost.append(newest) }
            while isUrgent, let value = waiting.popFirst() { lost.append(value) }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        add(demand)
        deliver()
    }

    private func add(_ demand: Subscribers.Demand) {
        let onRequest: ((Subscribers.Demand) -> Void)? = delivery.withLock { delivery in
            guard delivery.phase != .ended else { return nil }
            delivery.demand += demand
            if let value = newest.take() { waiting.append(value) }
            return delivery.handlers?.onRequest
        }
        onRequest?(demand)
    }

    func cancel() {
        takeAll()?.onCancel?()
    }

    /// Delivers pending events within the demand, unless another thread is already delivering.
    func deliver() {
        let (isClaimed, execute) = delivery.withLock { delivery in
            guard delivery.phase == .idle, waiting.isEmpty ? end != nil : delivery.demand > .none else {
                return (false, nil) as (Bool, ((@escaping () -> Void) -> Void)?)
            }
            delivery.phase = .draining
            return (true, delivery.handlers?.execute)
        }
        guard isClaimed else { return }
        if let execute { execute(drain) } else { drain() }
    }

    private func drain() {
        while true {
            var downstream: (any Subscriber<Output, Failure>)?
            var value: Output?
            var tag: Int?
            let isClaimed = delivery.withLock { delivery in
                guard delivery.phase == .draining else { return false }
                downstream = self.downstream
                if delivery.demand > .none, !waiting.isEmpty {
                    delivery.demand -= 1
                    value = waiting.removeFirst()
                    tag = delivery.tags.popFirst()
                } else if !waiting.isEmpty || end == nil {
                    delivery.phase = .idle
                }
                return delivery.phase == .draining
            }
            guard isClaimed else { return }
            guard let value else { return finish() }
            if let more = downstream?.receive(value), more > .none { add(more) }
            if let tag { delivery.withLock { $0.handlers?.onDelivery }?(tag) }
        }
    }

    /// Delivers the completion, which is the last event.
    private func finish() {
        let (downstream, end) = delivery.withLock { _ in (self.downstream, self.end) }
        if takeAll() != nil, let end { downstream?.receive(completion: end) }
    }

    /// Ends the subscription and releases everything outside of the lock.
    ///
    /// Returns nil if it had already ended.
    private func takeAll() -> DownstreamHandlers? {
        var dropped = Queue<Output>()
        var (newest, end): (Output?, Subscribers.Completion<Failure>?)
        var downstream: (any Subscriber<Output, Failure>)?
        let handlers: DownstreamHandlers? = delivery.withLock { delivery in
            guard delivery.phase != .ended else { return nil }
            delivery.phase = .ended
            swap(&waiting, &dropped)
            (newest, end, downstream) = (self.newest.take(), self.end.take(), self.downstream.take())
            return delivery.handlers.take() ?? DownstreamHandlers()
        }
        withExtendedLifetime((newest, end, downstream)) {}
        return handlers
    }
}
#endif
