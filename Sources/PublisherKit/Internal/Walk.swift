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
    private var drive: Drive?
    private var downstream: (any Subscriber<Element, Failure>)?

    /// Calls its argument with one element after the other; true once there are no more.
    ///
    /// What it calls says whether it wants more: if not, the next element is taken, but not if it says nothing, which is
    /// when all is over. Without an argument it only looks whether there is an element.
    typealias Drive = (((Element) -> Bool?)?) -> Bool

    private init(
        _ drive: @escaping Drive,
        to downstream: any Subscriber<Element, Failure>,
        completion: Subscribers.Completion<Failure>
    ) {
        self.drive = drive
        self.downstream = downstream
        self.completion = completion
    }

    /// Sends the subscription, then what it requests.
    static func begin(
        _ drive: @escaping Drive,
        to downstream: any Subscriber<Element, Failure>,
        then completion: Subscribers.Completion<Failure> = .finished
    ) {
        let walk = Walk(drive, to: downstream, completion: completion)
        downstream.receive(subscription: walk)
        walk.run()
    }

    /// The same without an element.
    static func begin(
        to downstream: any Subscriber<Element, Failure>,
        then completion: Subscribers.Completion<Failure> = .finished
    ) {
        begin({ _ in true }, to: downstream, then: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
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
        if stage.isActive, let drive, drive(nil) { return finish() }
        while let demand = takeDemand() {
            if deliver(demand) { return finish() }
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

    /// Delivers this many elements; true if they were the last.
    private func deliver(_ demand: Subscribers.Demand) -> Bool {
        guard stage.isActive, let downstream, let drive else { return false }
        var left = demand
        return drive { [self] element in
            let more = downstream.receive(element)
            if more > .none { left += more }
            left -= 1
            return stage.isActive ? left > .none : nil
        }
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
        (drive, downstream) = (nil, nil)
    }
}
#endif
