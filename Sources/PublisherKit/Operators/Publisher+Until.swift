// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Delivers values until another publisher delivers one.
    public typealias PrefixUntilOutput<Upstream: Publisher, Other: Publisher> = PrefixWhile<Upstream>
    /// Leaves out values until another publisher delivers one.
    public typealias DropUntilOutput<Upstream: Publisher, Other: Publisher> = PrefixWhile<Upstream>
    /// Ends when no value has come for some time.
    public typealias Timeout<Upstream: Publisher, Context: Scheduler> = PrefixWhile<Upstream>
}

extension Publisher {
    /// Delivers values until another publisher delivers one, which is the end and cancels this publisher.
    ///
    /// The end of the other publisher, or its failure, changes nothing.
    public func prefix<P>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> where P: Publisher {
        Publishers.PrefixWhile(self) { upstream, subscriber in
            let outlet = Outlet(subscriber)
            let (bond, otherBond) = (Bond(), Bond(demand: .max(1)))
            let inlet = Inlet<Output, Failure>(bond: bond) { completion in
                otherBond.cancel()
                outlet.send(completion: completion)
            } onValue: { value in
                outlet.send(value)
                return .none
            }
            let other = Inlet<P.Output, P.Failure>(bond: otherBond, onCompletion: { _ in }) { _ in
                bond.cancel()
                otherBond.cancel()
                outlet.send(completion: .finished)
                return .none
            }
            let cancel = {
                bond.cancel()
                otherBond.cancel()
            }
            outlet.open(Handlers(onRequest: bond.request, onCancel: cancel))
            publisher.subscribe(other)
            upstream.subscribe(inlet)
        }
    }

    /// Leaves out values until another publisher delivers one, and then delivers what comes.
    ///
    /// What is left out uses up no demand. If the other publisher ends without a value, that is the end.
    public func drop<P>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P: Publisher, Failure == P.Failure {
        Publishers.PrefixWhile(self) { upstream, subscriber in
            let outlet = Outlet(subscriber)
            let (bond, otherBond) = (Bond(), Bond(demand: .max(1)))
            let isOpen = Stage()
            let end = { (completion: Subscribers.Completion<Failure>) in
                bond.cancel()
                otherBond.cancel()
                outlet.send(completion: completion)
            }
            let inlet = Inlet<Output, Failure>(bond: bond, onCompletion: end) { value in
                guard isOpen.isActive else { return .max(1) }
                outlet.send(value)
                return .none
            }
            let other = Inlet<P.Output, Failure>(bond: otherBond) { completion in
                if !isOpen.isActive { end(completion) }
            } onValue: { _ in
                isOpen.set(.active)
                otherBond.cancel()
                return .none
            }
            let cancel = {
                bond.cancel()
                otherBond.cancel()
            }
            outlet.open(Handlers(onRequest: bond.request, onCancel: cancel))
            publisher.subscribe(other)
            upstream.subscribe(inlet)
        }
    }

    /// Ends on a scheduler when no value has come for `interval` since the last one or the subscription, and cancels
    /// this publisher; values and end are delivered on the scheduler too.
    ///
    /// - Parameters:
    ///   - interval: how long to wait for a value.
    ///   - scheduler: whose time counts, and where values and end are delivered.
    ///   - options: those of the scheduler.
    ///   - customError: makes the failure to end with; without it the end is no failure.
    public func timeout<S>(
        _ interval: S.SchedulerTimeType.Stride,
        scheduler: S,
        options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> where S: Scheduler {
        Publishers.PrefixWhile(self) { upstream, subscriber in
            let outlet = Outlet(subscriber)
            let bond = Bond()
            let due = Lock(scheduler.now.advanced(by: interval))
            /// One closure waits at a time; it finds out whether a value came meanwhile.
            func wait(until date: S.SchedulerTimeType) {
                scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options) {
                    [weak outlet, weak bond] in
                    guard let outlet, let bond, !bond.isOver else { return }
                    let next = due.withLock { $0 }
                    if next > scheduler.now { return wait(until: next) }
                    bond.cancel()
                    outlet.send(completion: customError.map { .failure($0()) } ?? .finished)
                }
            }
            let inlet = Inlet<Output, Failure>(bond: bond) { completion in
                outlet.send(completion: completion)
            } onValue: { value in
                due.withLock { $0 = scheduler.now.advanced(by: interval) }
                outlet.send(value)
                return .none
            }
            outlet.open(
                Handlers(
                    onRequest: bond.request,
                    onCancel: bond.cancel,
                    execute: { scheduler.schedule(options: options, $0) }
                )
            )
            wait(until: due.withLock { $0 })
            upstream.subscribe(inlet)
        }
    }
}
#endif
