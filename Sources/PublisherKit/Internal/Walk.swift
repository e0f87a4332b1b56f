// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The claim to deliver and what was requested, for one thread at a time that walks.
private struct Turn {
    var demand = Subscribers.Demand.none
    /// Whether a thread delivers, or will; until the subscription is sent, the one that sends it.
    var isTaken = true
    var isOver = false
}

/// Delivers the elements of a sequence to one subscriber, as many as are requested, then the end.
///
/// The next element is taken when the one before it was delivered, so that the last one brings the end.
final class Walk<Elements: Sequence, Downstream: Subscriber>: Subscription where Downstream.Input == Elements.Element {
    private let turn = Lock(Turn())
    private let stage = Stage(.active)
    // Who has the turn uses these.
    private var iterator: Elements.Iterator?
    private var next: Elements.Element?
    private var downstream: Downstream?
    private let completion: Subscribers.Completion<Downstream.Failure>

    private init(
        _ elements: Elements,
        to downstream: Downstream,
        completion: Subscribers.Completion<Downstream.Failure>
    ) {
        iterator = elements.makeIterator()
        self.downstream = downstream
        self.completion = completion
        next = iterator?.next()
    }

    /// Sends the subscription, then what it requests.
    static func begin(
        _ elements: Elements,
        to downstream: Downstream,
        then completion: Subscribers.Completion<Downstream.Failure> = .finished
    ) {
        let walk = Walk(elements, to: downstream, completion: completion)
        downstream.receive(subscription: walk)
        walk.run()
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        let isFree = turn.withLock { turn in
            turn.demand += demand
            defer { turn.isTaken = true }
            return !turn.isTaken
        }
        if isFree { run() }
    }

    func cancel() {
        stage.set(.over)
        let isFree = turn.withLock { turn in
            turn.isOver = true
            defer { turn.isTaken = true }
            return !turn.isTaken
        }
        if isFree { letGo() }
    }

    /// Delivers what is requested; the turn has been taken.
    private func run() {
        guard next != nil else { return finish() }
        while let demand = takeDemand() {
            guard deliver(demand) else { return finish() }
        }
    }

    /// What is to be delivered; nil, and the turn is given back, if that is nothing.
    private func takeDemand() -> Subscribers.Demand? {
        let (demand, isOver) = turn.withLock { turn in
            defer {
                turn.isTaken = turn.isOver || turn.demand > .none
                turn.demand = .none
            }
            return (turn.demand, turn.isOver)
        }
        if isOver { letGo() }
        return isOver || demand == .none ? nil : demand
    }

    /// Delivers this many elements; false if they were the last.
    private func deliver(_ demand: Subscribers.Demand) -> Bool {
        guard let downstream else { return true }
        var left = demand
        while left > .none, stage.isActive, let element = next {
            left += downstream.receive(element)
            left -= 1
            next = iterator?.next()
        }
        return next != nil || !stage.isActive
    }

    private func finish() {
        let downstream = downstream
        if turn.withLock({ !$0.isOver }) {
            cancel()
            downstream?.receive(completion: completion)
        }
        letGo()
    }

    private func letGo() {
        (iterator, next, downstream) = (nil, nil, nil)
    }
}
#endif
