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
final class Walk<Element, Failure: Error>: Subscription {
    private let turn = Lock(Turn())
    private let stage = Stage(.active)
    private let completion: Subscribers.Completion<Failure>
    // Who has the turn uses these.
    private var advance: (() -> Element?)?
    private var next: Element?
    private var downstream: (any Subscriber<Element, Failure>)?

    private init(
        _ advance: @escaping () -> Element?,
        to downstream: any Subscriber<Element, Failure>,
        completion: Subscribers.Completion<Failure>
    ) {
        self.advance = advance
        self.downstream = downstream
        self.completion = completion
    }

    /// Sends the subscription, then what it requests.
    static func begin(
        _ advance: @escaping () -> Element?,
        to downstream: any Subscriber<Element, Failure>,
        then completion: Subscribers.Completion<Failure> = .finished
    ) {
        let walk = Walk(advance, to: downstream, completion: completion)
        downstream.receive(subscription: walk)
        walk.run()
    }

    /// The same for at most one element.
    static func begin(
        with element: Element? = nil,
        to downstream: any Subscriber<Element, Failure>,
        then completion: Subscribers.Completion<Failure> = .finished
    ) {
        var element = element
        begin({ element.take() }, to: downstream, then: completion)
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
        if next == nil, stage.isActive { next = advance?() }
        if next == nil, stage.isActive { return finish() }
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
        guard let downstream, let advance else { return true }
        var left = demand
        var current = next.take()
        while left > .none, stage.isActive, let element = current {
            let more = downstream.receive(element)
            if more > .none { left += more }
            left -= 1
            current = stage.isActive ? advance() : nil
        }
        defer { next = current }
        return current != nil || !stage.isActive
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
        (advance, next, downstream) = (nil, nil, nil)
    }
}
#endif
