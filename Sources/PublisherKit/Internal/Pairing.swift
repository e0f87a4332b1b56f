// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// What becomes of the values of two publishers.
protocol PairingRule<First, Second>: ~Copyable {
    associatedtype First
    associatedtype Second

    /// The pair that a value of the first publisher completes, if any, and the value that is no longer needed.
    mutating func add(first: First) -> (pair: (First, Second)?, replaced: First?)
    /// The pair that a value of the second publisher completes, if any, and the value that is no longer needed.
    mutating func add(second: Second) -> (pair: (First, Second)?, replaced: Second?)
    /// Whether no pair can come any more.
    func isOver(firstHasEnded: Bool, secondHasEnded: Bool) -> Bool
}

/// Delivers to one subscriber the pairs that a rule makes of the values of two publishers.
///
/// The pairs are delivered in the order in which the rule made them, whichever threads the values come from.
final class Pairing<Rule: PairingRule & ~Copyable, Failure: Error> {
    typealias Pair = (Rule.First, Rule.Second)

    private struct State: ~Copyable {
        var rule: Rule
        var firstHasEnded = false
        var secondHasEnded = false
        var upstreams: [Bond] = []
    }

    private let outlet: Outlet<Pair, Failure>
    private let state: Lock<State>

    init(
        _ downstream: any Subscriber<Pair, Failure>,
        rule: consuming Rule,
        surplus: Surplus
    ) {
        outlet = Outlet(downstream, surplus: surplus)
        state = Lock(State(rule: rule))
    }

    /// Passes the demand on to both publishers.
    func open<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where A.Output == Rule.First, B.Output == Rule.Second, A.Failure == Failure, B.Failure == Failure {
        let first = Inlet<A.Output, Failure>(onCompletion: { [self] in end($0) { $0.firstHasEnded = true } }) {
            [self] value in
            deliver { $0.add(first: value) }
            return .none
        }
        let second = Inlet<B.Output, Failure>(onCompletion: { [self] in end($0) { $0.secondHasEnded = true } }) {
            [self] value in
            deliver { $0.add(second: value) }
            return .none
        }
        let bonds = [first.bond, second.bond]
        state.withLock { $0.upstreams = bonds }
        outlet.open(
            Handlers(
                onRequest: { [self] demand in
                    for upstream in state.withLock({ $0.upstreams }) { upstream.request(demand) }
                },
                onCancel: cancelUpstreams
            )
        )
        a.subscribe(first)
        b.subscribe(second)
    }

    private func deliver<Value>(_ add: (inout Rule) -> (pair: Pair?, replaced: Value?)) {
        var lost: [Pair] = []
        let (replaced, isOver) = state.withLock { state in
            let (pair, replaced) = add(&state.rule)
            if let pair { outlet.add(pair, losing: &lost) }
            return (replaced, finishIfOver(&state, losing: &lost))
        }
        // Values are released outside of the lock.
        withExtendedLifetime(replaced) {}
        if isOver { cancelUpstreams() }
        outlet.deliver()
    }

    private func end(
        _ completion: Subscribers.Completion<Failure>,
        note: (inout State) -> Void
    ) {
        var lost: [Pair] = []
        let isOver = state.withLock { state in
            note(&state)
            guard case .failure = completion else { return finishIfOver(&state, losing: &lost) }
            outlet.add(completion, losing: &lost)
            return true
        }
        if isOver { cancelUpstreams() }
        outlet.deliver()
    }

    private func finishIfOver(_ state: inout State, losing lost: inout [Pair]) -> Bool {
        let isOver = state.rule.isOver(
            firstHasEnded: state.firstHasEnded,
            secondHasEnded: state.secondHasEnded
        )
        if isOver { outlet.add(.finished, losing: &lost) }
        return isOver
    }

    private func cancelUpstreams() {
        let upstreams = state.withLock { state in
            defer { state.upstreams = [] }
            return state.upstreams
        }
        for upstream in upstreams { upstream.cancel() }
    }
}
#endif
