// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore

/// An outbox in one store: what is written and what is sent.
final class OutboxSession<Action: Sendable, State: Sendable, Job: Codable & Sendable, Reply: Sendable>: Sendable {
    typealias Send = @Sendable (Job, OutboxID) async throws -> Reply

    /// What the feature was made with.
    struct Rules: Sendable {
        let path: CasePath<Action, OutboxAction<Job, Reply>>
        let state: any WritableKeyPath<State, Outbox<Job>> & Sendable
        let isOn: @Sendable (State) -> Bool
        let delay: EffectDelay
        let limit: Int
        let place: ActionSource
    }

    private let rules: Rules
    private let file: OutboxFile<Job>
    private let send: Send
    private let gates: OutboxGates
    private let writer = Lock<OutboxWriter<Job, Reply, Action>?>(nil)
    /// The last thing that was noted; used by the thread that processes.
    private let seen = Lock<OutboxMark?>(nil)

    init(_ rules: Rules, _ file: OutboxFile<Job>, _ send: @escaping Send) {
        (self.rules, self.file, self.send) = (rules, file, send)
        gates = OutboxGates(limit: rules.limit)
    }

    // MARK: Writing

    func begin(_ getState: @escaping GetState<State>, _ output: AnyActionHandler<Action>) {
        let writer = OutboxWriter(
            file,
            retrying: rules.delay,
            knowing: Set(getState()[keyPath: rules.state].entries.map(\.id)),
            output,
            rules.path.embed,
            OutboxDerivation(path: file.path, place: rules.place)
        )
        self.writer.withLock { $0 = writer }
        output.onReduction { [self] source in observe(getState, after: source, writer) }
        output.onEnd { writer.end() }
    }

    private func observe(
        _ getState: GetState<State>,
        after source: ActionSource?,
        _ writer: OutboxWriter<Job, Reply, Action>
    ) {
        let events = seen.withLock { seen -> [OutboxEvent<Job>]? in
            let outbox = getState()[keyPath: rules.state]
            guard let events = outbox.events(after: seen) else { return nil }
            seen = outbox.lastMark
            return events
        }
        if let events { writer.note(events, from: source) }
    }

    // MARK: Sending

    /// Makes one attempt, and says how it has ended; one that was broken off says nothing.
    func attempt(_ run: OutboxRun<Job>, _ effect: Effect<Action, Action, State>) async throws {
        try await gates.enter(run.lane)
        defer { gates.leave(run.lane) }
        try await writer.withLock { $0 }?.noteAttempt(run.id, from: effect.source)
        // Whether it is still to be sent is decided where the store processes, by this action.
        try await effect.send(rules.path.embed(.attempted(run.id))) { [path = rules.path] action in
            if case .attempted(run.id) = path.extract(action) { true } else { false }
        }
        let action: OutboxAction<Job, Reply>
        do {
            action = .sent(run.id, try await send(run.job, run.id))
        } catch let rejection as OutboxRejection {
            action = .rejected(run.id, rejection.reason)
        } catch {
            action = .failed(run.id, "\(error)")
        }
        effect.send(rules.path.embed(action))
    }

    /// Waits until an entry that has failed is to be tried again.
    func rest(_ run: OutboxRun<Job>, _ effect: Effect<Action, Action, State>) async throws {
        try await effect.sleep(for: rules.delay.duration(afterFailure: run.failures, using: effect.random))
        effect.send(rules.path.embed(.rested(run.id)))
    }
}

/// Notes on disk what happens in an outbox.
struct OutboxSaving<Action: Sendable, State: Sendable, Job: Codable & Sendable, Reply: Sendable>: MiddlewareProtocol {
    let session: OutboxSession<Action, State, Job, Reply>

    func handle(action: Action, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Action> {
        .pure()
    }

    func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
        session.begin(getState, output)
    }
}
