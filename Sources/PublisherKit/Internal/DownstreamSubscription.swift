// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The state of a downstream subscription that does not depend on the type of its values.
private struct Delivery: ~Copyable {
    enum Phase {
        /// No thread delivers.
        case idle
        /// A thread delivers, or will; until the subscription is sent, the one that sends it.
        case draining
        /// Completed or cancelled.
        case ended
    }

    var phase = Phase.draining
    var demand = Subscribers.Demand.none
    var handlers: DownstreamHandlers?
    var tags = Queue<Int>()
}

/// Delivers to one subscriber: one event at a time in their order, as much as was requested, and
/// nothing after the end.
///
/// Any thread may send; what is sent while another event is being delivered, by the subscriber
/// itself for example, is delivered by the thread that delivers. So nothing recurses, and no lock
/// is held while the subscriber runs.
final class DownstreamSubscription<Output, Failure: Error>: Subscription {
    private let overflow: OverflowPolicy
    private let delivery: Lock<Delivery>
    // Used under the lock only. They stand outside of it so that its type is the same for all types of values.
    private var waiting = Queue<Output>()
    private var newest: Output?
    private var end: Subscribers.Completion<Failure>?
    private var downstream: (any Subscriber<Output, Failure>)?

    init(_ downstream: any Subscriber<Output, Failure>, overflow: OverflowPolicy = .wait) {
        delivery = Lock(Delivery())
        self.overflow = overflow
        self.downstream = downstream
    }

    /// The demand that is left when all that wait have been delivered.
    var outstanding: Subscribers.Demand { delivery.withLock { $0.demand - waiting.count } }

    /// Sends the subscriber its subscription, then what it has requested meanwhile.
    func open(_ handlers: DownstreamHandlers = DownstreamHandlers()) {
        let downstream = delivery.withLock { delivery in
            if delivery.phase != .ended { delivery.handlers = handlers }
            return self.downstream
        }
        downstream?.receive(subscription: self)
        delivery.withLock { if $0.phase == .draining { $0.phase = .idle } }
        deliver()
    }

    /// - Parameter tag: what `onDelivery` is called with.
    func send(_ value: Output, tag: Int = 0) {
        var lost: [Output] = []
        add(value, tag: tag, losing: &lost)
        deliver()
    }

    /// - Parameter isUrgent: whether values that wait are lost.
    func send(completion: Subscribers.Completion<Failure>, isUrgent: Bool = false) {
        var lost: [Output] = []
        add(completion, isUrgent: isUrgent, losing: &lost)
        deliver()
    }

    /// Adds a value without delivering it, for callers that hold a lock; ``deliver()`` has to
    /// follow.
    ///
    /// - Parameter lost: gets a value that is lost, to be released outside of that lock.
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

    /// Adds the end without delivering it; the first one counts, and nothing can be added behind
    /// it.
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

    /// Delivers what can be delivered, unless a thread does already.
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

    /// Delivers the end, behind which there is nothing.
    private func finish() {
        let (downstream, end) = delivery.withLock { _ in (self.downstream, self.end) }
        if takeAll() != nil, let end { downstream?.receive(completion: end) }
    }

    /// Ends it and lets go of everything, outside of the lock; nil if it had ended.
    private func takeAll() -> DownstreamHandlers? {
        var rest = Queue<Output>()
        var (newest, end): (Output?, Subscribers.Completion<Failure>?)
        var downstream: (any Subscriber<Output, Failure>)?
        let handlers: DownstreamHandlers? = delivery.withLock { delivery in
            guard delivery.phase != .ended else { return nil }
            delivery.phase = .ended
            swap(&waiting, &rest)
            (newest, end, downstream) = (self.newest.take(), self.end.take(), self.downstream.take())
            return delivery.handlers.take() ?? DownstreamHandlers()
        }
        withExtendedLifetime((newest, end, downstream)) {}
        return handlers
    }
}
#endif
