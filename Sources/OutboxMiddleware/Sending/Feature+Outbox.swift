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
    ///   - timeout: How long an attempt may take before it counts as failed, whether `send` returns
    ///     or not; nil for any time. If the server accepts the job later, the entry is sent, and its
    ///     next attempt is cancelled. Other late outcomes are ignored.
    ///   - outboxFile: Takes out of the dependencies where the entries are kept.
    ///   - name: The name of its attempts in recordings; by default that of the case.
    ///   - file: The place where the feature is written, for sources and messages.
    ///   - function: The function in which it is written.
    ///   - line: The line on which it is written.
    ///   - send: Sends one entry, in a task of the store, and returns the answer. With
    ///     ``OutboxRejection`` it gives up; with any other error the entry is tried again.
    /// - Precondition: The limit is 1 or more, and the timeout positive.
    /// - Complexity: For each action of the store a comparison of what is under way, at most
    ///   `limit`, and of the lanes whose first entry has failed.
    @inlinable public static func outbox<Job, Reply>(
        case path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        state: any WritableKeyPath<StateType, Outbox<Job>> & Sendable,
        while isOn: @escaping @Sendable (StateType) -> Bool = { _ in true },
        retrying delay: EffectDelay = .exponential(from: .seconds(1), upTo: .seconds(60)),
        limit: Int = 4,
        timeout: Duration? = nil,
        to outboxFile: @escaping @Sendable (Dependencies) -> OutboxFile<Job>,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        send: @escaping @Sendable (Job, OutboxID, Dependencies) async throws -> Reply
    ) -> Feature {
        // Inlinable, so that what is compared for each action of a store is specialised for its types.
        let place = ActionSource(file: file, function: function, line: line, info: nil)
        let rules = OutboxSession<ActionType, StateType, Job, Reply>.Rules(
            path: path,
            state: state,
            delay: delay,
            limit: limit,
            timeout: timeout,
            place: place
        )
        let reducer = Reducer<OutboxAction<Job, Reply>, Outbox<Job>>.reduce { action, outbox in
            outbox.reduce(action, limit: limit)
        }
        return Feature(reducer.lift(case: path, state: state))
            <> Feature { dependencies in
                let session = OutboxSession(rules, outboxFile(dependencies)) { try await send($0, $1, dependencies) }
                let sending = EffectMiddleware<ActionType, ActionType, StateType>()
                    .forEach(
                        { session.slots(of: $0[keyPath: state], isOn: isOn($0)) },
                        named: name ?? path.name,
                        at: place,
                        causedBy: { session.cause(of: $0) }
                    ) { slot, effect in
                        try await session.take(slot, effect)
                    }
                return session.causeMiddleware <> OutboxSaving(session) <> sending
            }
    }
}
