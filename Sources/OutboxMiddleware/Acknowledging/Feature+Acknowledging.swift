// SPDX-License-Identifier: MIT

public import PersistenceMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that saves an ``Optimistic`` part of the state, and keeps it in step with an ``Outbox``
    /// through crashes.
    ///
    /// ```swift
    /// app <> .saving(
    ///     \.posts,
    ///     to: \.postsFile,
    ///     acknowledging: BlogAction.prisms.outbox,
    ///     state: \.outbox
    /// )
    /// ```
    ///
    /// Put it after the reducers of the app and after `Feature.outbox`.
    ///
    /// The part and the outbox are saved in two files. The saved part is a checkpoint: the base, without
    /// pending actions, and the number of the newest outcome that it has reduced. The file of the outbox
    /// keeps each outcome, with its job and the reply of the server, until all parts that acknowledge it were
    /// saved with its number, and until the entries that reducers have added, cancelled or retried because of
    /// it are on disk. After a launch, ``Optimistic/resume(_:by:action:)`` shows what the part lacks, and the
    /// outbox dispatches the kept outcomes again, before any new attempt, as
    /// ``OutboxAction/sent(_:_:)``, ``OutboxAction/rejected(_:_:)`` or ``OutboxAction/cancelled(_:attempts:)``.
    /// No rejection of an earlier process is dispatched for an entry that is retried first. What an effect does
    /// because of an outcome may be lost with the process.
    ///
    /// ``Optimistic/isStale`` becomes true whenever the part may lack an outcome that the outbox no longer
    /// has: if a file was lost or restored from a backup, if the part was recovered from `.previous`, or if
    /// the app has replaced the part by a new `Optimistic`. The first pull after that is right.
    ///
    /// Several features may acknowledge one outbox, each with a file of its own. A part acknowledges one
    /// outbox. At most 10,000 outcomes are kept; parts that lack an older one become stale.
    ///
    /// A save that fails is repeated, at first after a second, later once a minute. While the part is nil,
    /// nothing is saved and no outcome waits for it. Otherwise it works like `Feature.saving(_:to:)`.
    ///
    /// - Parameters:
    ///   - part: The saved part.
    ///   - stateFile: Returns the file, from the dependencies.
    ///   - owner: Returns the id of the user who owns the part, or nil while no user is known.
    ///   - path: The case of the outbox's actions. `Reply` has to be `Codable`, since it is kept.
    ///   - outbox: The outbox in the state.
    ///   - within: The longest time before the saving of a change begins.
    ///   - now: Returns whether an action saves at once; nil and `false` mean no.
    ///   - failed: Makes the action for a failed save, or nil for none.
    ///   - file: The file of this call, for names of runs.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    /// - Precondition: `within` is not negative. The part is never replaced by a value that it had before in
    ///   this store.
    public static func saving<Base: Equatable, Change, Job, Reply: Codable>(
        _ part: any WritableKeyPath<StateType, Optimistic<Base, Change>> & Sendable,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Optimistic<Base, Change>>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        acknowledging path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        state outbox: any WritableKeyPath<StateType, Outbox<Job>> & Sendable,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        let read = reader(of: part)
        return acknowledging(
            path,
            outbox,
            Checkpointing(
                name: name(of: part),
                read: { read($0) },
                change: { state, change in change(&state[keyPath: part]) },
                stateFile: stateFile,
                owner: owner
            ),
            SavingOptions(within: within, now: now, failed: failed),
            from: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    /// The same for an optional part, whose file is removed when the part becomes nil.
    ///
    /// No outcome waits for a part that is nil. One that is nil from the beginning removes nothing.
    public static func saving<Base: Equatable, Change, Job, Reply: Codable>(
        _ part: any WritableKeyPath<StateType, Optimistic<Base, Change>?> & Sendable,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Optimistic<Base, Change>>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        acknowledging path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        state outbox: any WritableKeyPath<StateType, Outbox<Job>> & Sendable,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        acknowledging(
            path,
            outbox,
            Checkpointing(
                name: name(of: part),
                read: reader(of: part),
                change: { state, change in
                    guard var value = state[keyPath: part].take() else { return }
                    change(&value)
                    state[keyPath: part] = value
                },
                stateFile: stateFile,
                owner: owner
            ),
            SavingOptions(within: within, now: now, failed: failed),
            from: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    /// Returns the name of a part.
    ///
    /// The descriptions of key paths with other arguments of one subscript are the same.
    private static func name(of part: AnyKeyPath) -> String {
        let text = "\(part)"
        return text.contains("<computed") ? "\(text) \(part.hashValue)" : text
    }

    /// The functions of a saved part.
    private struct Checkpointing<Value: Codable & Sendable>: Sendable {
        let name: String
        let read: @Sendable (StateType) -> Value?
        let change: @Sendable (inout StateType, (inout Value) -> Void) -> Void
        let stateFile: @Sendable (Dependencies) -> StateFile<Value>
        let owner: (@Sendable (StateType) -> String?)?

        /// The value, or nil if its owner is not known.
        func ownedValue(of state: StateType) -> Value? {
            if let owner, owner(state) == nil { return nil }
            return read(state)
        }
    }

    private static func acknowledging<Base: Equatable, Change, Job, Reply: Codable>(
        _ path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        _ outbox: any WritableKeyPath<StateType, Outbox<Job>> & Sendable,
        _ part: Checkpointing<Optimistic<Base, Change>>,
        _ options: SavingOptions<ActionType>,
        from source: ActionSource
    ) -> Feature {
        let saver = "\(part.name) at \(source.file):\(source.line)"
        let readOutbox = reader(of: outbox)
        let reducer = Reducer<ActionType, StateType>.reduce { action, state in
            let present = readOutbox(state)
            let action = path.extract(action)
            let value = part.ownedValue(of: state)
            // Most actions change nothing of this.
            let isFollowing = value?.isFollowing(present) ?? (present.queue.savers[saver]?.isNil ?? false)
            if isFollowing, action == nil || present.queue.lastOutcome == nil { return }
            var queue = present.queue
            precondition(
                !(action?.isAhead(of: queue) ?? false),
                """
                Feature.saving at \(source.file):\(source.line) comes before the Feature.outbox whose outcomes \
                it acknowledges. Put it after that feature.
                """
            )
            queue.savers[saver, default: OutboxSaver()].isNil = value == nil
            if value != nil { part.change(&state) { $0.follow(action, &queue, as: saver) } }
            queue.dropAcknowledged()
            state[keyPath: outbox].storage[0] = queue
        }
        let saving = saving(
            SavedPart(read: part.read, owner: part.owner, seemsSame: haveSameCheckpoint, isSame: haveSameCheckpoint),
            to: part.stateFile,
            options,
            at: source,
            checkpoints: { checkpoints(of: path, saver) }
        )
        return Feature(reducer) <> saving
    }

    /// Tells the outbox which numbers are saved.
    private static func checkpoints<Base, Change, Job, Reply>(
        of path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        _ saver: String
    ) -> StateCheckpoints<Optimistic<Base, Change>, ActionType> {
        let last = Lock<(value: Int, place: OptimisticCheckpoint.Place)?>(nil)
        return StateCheckpoints { value in
            value?.isInFile ?? true
        } saved: { value, source, output in
            guard let history = value?.history, let log = history.saved.place.log else { return }
            let place = history.saved.place
            // The outcomes wait again for a value that has replaced another one.
            let isNew = last.withLock { last in
                defer { last = (history.value, place) }
                return last.map { $0 != (history.value, place) } ?? true
            }
            guard isNew else { return }
            let step = OutboxStep(.acknowledged(place.number, log: log, saver: saver))
            output.dispatch(path.embed(.step(step)), from: source)
        }
    }
}

/// Whether two values of a part save the same.
private func haveSameCheckpoint<Base: Equatable, Change>(
    _ one: Optimistic<Base, Change>?,
    _ other: Optimistic<Base, Change>?
) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.checkpoint == other.checkpoint && one.renames.changes == other.renames.changes
        && areSame(one.base, other.base)
}

extension OutboxAction {
    /// Whether this is an outcome that the outbox has not reduced yet.
    fileprivate func isAhead(of queue: OutboxQueue<Job>) -> Bool {
        if case .sent(let id, _) = self { queue.isOpen(id) } else { false }
    }
}
