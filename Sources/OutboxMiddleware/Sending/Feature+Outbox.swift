// SPDX-License-Identifier: MIT

public import EffectMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that keeps the entries of an ``Outbox`` on disk, and sends them.
    ///
    /// ```swift
    /// let sending = Feature<ChatAction, Chat, World>.outbox(
    ///     case: ChatAction.prisms.outbox,
    ///     state: \.outbox,
    ///     while: \.isOnline,
    ///     retrying: .exponential(from: .seconds(1), upTo: .seconds(60)),
    ///     to: { $0.outboxFile }
    /// ) { message, id, world in
    ///     try await world.api.post(message, idempotencyKey: "\(id)")
    /// }
    /// ```
    ///
    /// It is a feature of the global types, since its condition is. When the store begins, it opens
    /// the file, and adds the entries that the state has not; where the store begins with what
    /// ``OutboxFile/load()`` returns, these are none. Then it promises:
    ///
    /// - An entry that is ``OutboxPhase/waiting`` is on disk, and is sent in this process or a later
    ///   one, unless it is cancelled. When the store ends, what is not on disk yet is written before
    ///   the drop returns.
    /// - The entries of a lane are sent in the order in which they were added, one at a time.
    /// - Each is sent at least once, and always under its identity. One whose attempt was under way
    ///   when the process died, or when the condition became false, is sent again.
    /// - One that was never tried and is cancelled is never sent. That an attempt begins is on disk
    ///   before it does.
    /// - One that fails is tried again, and only its lane waits for it.
    ///
    /// - Parameters:
    ///   - path: The case of the outbox's actions.
    ///   - state: Where the global state has the outbox.
    ///   - isOn: Says whether anything is to be sent, such as `\.isOnline`. When it becomes false,
    ///     what is being sent is cancelled; when it becomes true, all that has failed is tried at
    ///     once.
    ///   - delay: The time after a failed attempt, which grows with the failures of an entry in this
    ///     process; also that before something is written once more which the disk has refused.
    ///   - limit: How many entries are sent at once, each of another lane; 1 or more.
    ///   - outboxFile: Takes out of the dependencies where the entries are kept.
    ///   - file: The place where the feature is written, for sources and messages.
    ///   - function: The function in which it is written.
    ///   - line: The line on which it is written.
    ///   - send: Sends one entry, in a task of the store, and returns the answer. With
    ///     ``OutboxRejection`` it gives up; with any other error the entry is tried again.
    /// - Precondition: The limit is 1 or more.
    /// - Complexity: For each action of the store a comparison of what is under way, at most
    ///   `limit`, and of the lanes whose first entry has failed.
    public static func outbox<Job, Reply>(
        case path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        state: any WritableKeyPath<StateType, Outbox<Job>> & Sendable,
        while isOn: @escaping @Sendable (StateType) -> Bool = { _ in true },
        retrying delay: EffectDelay = .exponential(from: .seconds(1), upTo: .seconds(60)),
        limit: Int = 4,
        to outboxFile: @escaping @Sendable (Dependencies) -> OutboxFile<Job>,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        send: @escaping @Sendable (Job, OutboxID, Dependencies) async throws -> Reply
    ) -> Feature {
        precondition(limit >= 1, "An outbox with a limit of \(limit) would send nothing: it is 1 or more.")
        let place = ActionSource(file: file, function: function, line: line, info: nil)
        let reducer = Reducer<OutboxAction<Job, Reply>, Outbox<Job>>.reduce { action, outbox in
            outbox.reduce(action, limit: limit)
        }
        let rules = OutboxSession<ActionType, StateType, Job, Reply>.Rules(
            path: path,
            state: state,
            isOn: isOn,
            delay: delay,
            limit: limit,
            place: place
        )
        return Feature(reducer.lift(case: path, state: state))
            <> Feature { dependencies in
                let session = OutboxSession(rules, outboxFile(dependencies)) { try await send($0, $1, dependencies) }
                return OutboxSaving(session: session) <> sending(session, rules)
            }
    }

    private static func sending<Job, Reply>(
        _ session: OutboxSession<ActionType, StateType, Job, Reply>,
        _ rules: OutboxSession<ActionType, StateType, Job, Reply>.Rules
    ) -> EffectMiddleware<ActionType, ActionType, StateType> {
        let (state, isOn, place) = (rules.state, rules.isOn, rules.place)
        return EffectMiddleware()
            .forEach(
                { isOn($0) ? $0[keyPath: state].active : [] },
                file: place.file,
                function: place.function,
                line: place.line
            ) { run, effect in
                try await session.attempt(run, effect)
            }
            .forEach(
                { isOn($0) ? $0[keyPath: state].resting : [] },
                file: place.file,
                function: place.function,
                line: place.line
            ) { run, effect in
                try await session.rest(run, effect)
            }
            .during(
                { !isOn($0) && $0[keyPath: state].hasTurns },
                file: place.file,
                function: place.function,
                line: place.line
            ) { effect in
                effect.send(rules.path.embed(.paused))
            }
    }
}
