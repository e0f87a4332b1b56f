// SPDX-License-Identifier: MIT

public import EffectMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that saves the entries of an ``Outbox`` on disk, and sends them.
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
    /// It is a feature of the global types, since its condition is. When the store starts, it opens
    /// the file and adds the entries that are not in the state. There are none if the state was
    /// made with ``OutboxFile/load()``. Then it guarantees:
    ///
    /// - **Durability.** A ``OutboxPhase/waiting`` entry is on disk, and is sent in this process or
    ///   a later one unless it is cancelled. At the end of the store, unsaved changes are written
    ///   before the release returns.
    /// - **Order.** The entries of a lane are sent in the order in which they were added, one at a
    ///   time.
    /// - **At least once.** Each entry is sent at least once, always with the same id. If an
    ///   attempt is in flight when the process ends or the condition becomes false, the entry is
    ///   sent again.
    /// - **Cancellation.** An entry that was cancelled before its first attempt is never sent. The
    ///   beginning of an attempt is on disk before the attempt starts.
    /// - **Retries.** A failed entry is retried, and only its lane waits for it.
    ///
    /// - Parameters:
    ///   - path: The case of the outbox's actions.
    ///   - state: The outbox in the global state.
    ///   - isOn: Returns whether to send, such as `\.isOnline`. When it becomes false, attempts in
    ///     flight are cancelled. When it becomes true, all failed entries are retried at once.
    ///   - delay: The backoff after a failed attempt, which grows with the failures of the entry in
    ///     this process. Also the backoff before a failed write is retried.
    ///   - limit: The most entries that are sent at once, each of another lane. 1 or more.
    ///   - timeout: The time after which an attempt counts as failed, whether `send` returns or
    ///     not. Nil for any time. If the server accepts the job later, the entry is sent, and its
    ///     next attempt is cancelled. Other late outcomes are ignored.
    ///   - outboxFile: Returns the file of the entries, from the dependencies.
    ///   - name: The name of its attempts in recordings; by default that of the case.
    ///   - file: The file of this call, for sources and messages.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    ///   - send: Sends one entry, in a task of the store, and returns the reply. It throws an
    ///     ``OutboxRejection`` to give up. After any other error the entry is retried.
    /// - Precondition: The limit is 1 or more, and the timeout positive.
    /// - Complexity: For each action of the store, a comparison of the running attempts, at most
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
        // Inlinable, so that the comparison after each action is specialized.
        let place = ActionSource(file: file, function: function, line: line, info: nil)
        let read = reader(of: state)
        let rules = OutboxSession<ActionType, StateType, Job, Reply>.Rules(
            path: path,
            read: read,
            delay: delay,
            limit: limit,
            timeout: timeout,
            place: place
        )
        let reducer = Reducer<OutboxAction<Job, Reply>, Outbox<Job>>.reduce { action, outbox in
            outbox.storage[0].reduce(action, limit: limit)
        }
        return Feature(reducer.lift(case: path, state: state))
            <> Feature { dependencies in
                let session = OutboxSession(rules, outboxFile(dependencies)) { try await send($0, $1, dependencies) }
                let sending = EffectMiddleware<ActionType, ActionType, StateType>()
                    .forEach(
                        { session.slots(of: read($0), isOn: isOn($0)) },
                        named: name ?? path.name,
                        at: place,
                        causedBy: { session.cause(of: $0) }
                    ) { slot, effect in
                        try await session.take(slot, effect)
                    }
                return OutboxSaving(session) <> sending
            }
    }
}
