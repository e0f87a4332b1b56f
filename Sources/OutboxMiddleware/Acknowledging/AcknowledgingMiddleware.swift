// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// Saves a part of the state, and tells the outbox which outcomes the saved part contains.
struct AcknowledgingMiddleware<Action: Sendable, State: Sendable, Job, Reply>: MiddlewareProtocol, Sendable
where Job: Codable & Sendable, Reply: Sendable {
    typealias Outcomes = OutboxOutcomes<Action, Job, Reply>

    private let outcomes: Outcomes
    private let saving: PersistenceMiddleware<Action, Action, Outcomes.Seen<State>>

    init(_ outcomes: Outcomes, _ saving: PersistenceMiddleware<Action, Action, Outcomes.Seen<State>>) {
        (self.outcomes, self.saving) = (outcomes, saving)
    }

    func handle(action: Action, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Action> {
        outcomes.note(action)
        return saving.handle(action: action, from: dispatcher, state: outcomes.seen(with: state))
    }

    func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
        // Before the saving, which then sees the outcome of the action that was reduced.
        outcomes.begin(output)
        saving.receiveContext(getState: outcomes.seen(with: getState), output: output)
    }
}

/// The outcomes that were reduced and not acknowledged yet.
final class OutboxOutcomes<Action: Sendable, Job: Codable & Sendable, Reply: Sendable>: Sendable {
    /// A value, and the number of outcomes that it contains at least.
    struct Seen<Value: Sendable>: Sendable {
        let count: Int
        let value: Value

        func map<Part>(_ part: (Value) -> Part) -> Seen<Part> { Seen<Part>(count: count, value: part(value)) }
    }

    private struct Status: Sendable {
        /// The outcome of the current action, which is not reduced yet.
        var next: OutboxID?
        /// The outcomes that were reduced, with their numbers.
        var reduced: [(number: Int, id: OutboxID)] = []
        var count = 0
        var output: AnyActionHandler<Action>?
    }

    private let path: CasePath<Action, OutboxAction<Job, Reply>>
    private let place: ActionSource
    private let status = Lock(Status())

    init(_ path: CasePath<Action, OutboxAction<Job, Reply>>, from place: ActionSource) {
        (self.path, self.place) = (path, place)
    }

    /// Records the outcomes that are reduced.
    func begin(_ output: AnyActionHandler<Action>) {
        status.withLock { $0.output = output }
        output.onReduction { [self] _ in noteReduction() }
    }

    /// Asks the outbox to keep its outcomes, and to dispatch those that it has kept for these entries.
    func awaitOutcomes(of ids: Set<OutboxID>) {
        let output = status.withLock { $0.output }
        output?.dispatch(path.embed(.step(OutboxStep(.keepsOutcomes(awaiting: ids)))), from: place)
    }

    /// Records the outcome of an action that is about to be reduced.
    func note(_ action: Action) {
        guard let action = path.extract(action) else { return }
        if case .step(let step) = action, case .cleared = step.kind {
            // The file has no outcome any more.
            status.withLock { $0.reduced = [] }
        } else if let id = action.outcomeID {
            status.withLock { $0.next = id }
        }
    }

    private func noteReduction() {
        status.withLock { status in
            guard let id = status.next.take() else { return }
            status.count += 1
            status.reduced.append((status.count, id))
        }
    }

    /// Returns a function that reads the state and the number of outcomes that it contains at
    /// least.
    func seen<State>(with getState: @escaping GetState<State>) -> GetState<Seen<State>> {
        { [self] in
            // Read first, so that the state contains at least this many outcomes.
            let count = status.withLock { $0.count }
            return Seen(count: count, value: getState())
        }
    }

    /// Acknowledges outcomes up to a number, since a value is saved that contains them.
    func acknowledge(_ count: Int, except pendingIDs: Set<OutboxID>) {
        let (ids, output) = status.withLock { status in
            let saved = status.reduced.filter { $0.number <= count && !pendingIDs.contains($0.id) }
            let numbers = Set(saved.map(\.number))
            status.reduced.removeAll { numbers.contains($0.number) }
            return (saved.map(\.id), status.output)
        }
        if !ids.isEmpty { output?.dispatch(path.embed(.step(OutboxStep(.acknowledged(ids)))), from: place) }
    }
}

extension OutboxOutcomes.Seen: Equatable where Value: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.count == rhs.count && lhs.value == rhs.value }
}

extension OutboxAction {
    /// The entry whose outcome this is.
    fileprivate var outcomeID: OutboxID? {
        switch self {
        case .sent(let id, _), .rejected(let id, _), .cancelled(let id, _): id
        default: nil
        }
    }
}
