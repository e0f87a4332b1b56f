// SPDX-License-Identifier: MIT

public import PersistenceMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that saves a part of the state, and keeps it in step with an ``Outbox`` through
    /// crashes.
    ///
    /// ```swift
    /// app <> .saving(\.posts, to: \.postsFile, acknowledging: BlogAction.prisms.outbox)
    /// ```
    ///
    /// The part and the outbox are saved in two files. If the process ends between the two, the outbox
    /// may have ended an entry for which the saved part still waits. So the file of the outbox keeps
    /// each outcome, with the reply of the server. Once the part is saved and does not wait for the
    /// entry any more, the outcome is removed. After a launch, the kept outcomes are dispatched again,
    /// as ``OutboxAction/sent(_:_:)``, ``OutboxAction/rejected(_:_:)`` or
    /// ``OutboxAction/cancelled(_:attempts:)``, behind ``OutboxAction/loaded(_:)``. If the saved part waits
    /// for an entry that the file does not know, as after a crash before the entry was on disk,
    /// ``OutboxAction/cancelled(_:attempts:)`` is dispatched for it. If the file has the entry as
    /// rejected, for example because a crash lost the retry, ``OutboxAction/rejected(_:_:)`` is
    /// dispatched again. No rejection of an earlier process is dispatched for an entry that is retried
    /// first.
    ///
    /// An outbox has one such feature. To save several parts that wait for its entries, put them in one
    /// value.
    ///
    /// All else is as with `Feature.saving(_:to:)`. Without this feature no outcomes are kept.
    ///
    /// - Parameters:
    ///   - part: Returns the saved part, for example as a key path.
    ///   - stateFile: Returns the file, from the dependencies.
    ///   - owner: Returns the id of the user who owns the part, or nil while no user is known. The
    ///     outcomes that the file of the outbox has kept are dispatched once the owner's value is in the
    ///     state.
    ///   - path: The case of the outbox's actions. `Reply` has to be `Codable`, since it is kept.
    ///   - within: The longest time before the saving of a change begins.
    ///   - now: Returns whether an action saves at once; nil and `false` mean no.
    ///   - failed: Makes the action for a failed save, or nil for none.
    ///   - file: The file of this call, for names of runs.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    /// - Precondition: `within` is not negative.
    public static func saving<Value: Codable & Equatable & Sendable & OutboxPending, Job, Reply: Codable>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        acknowledging path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        acknowledging(
            part,
            path,
            to: stateFile,
            owner: owner,
            value: { $0 },
            pendingIDs: \.pendingIDs,
            within: within,
            now: now,
            failed: failed,
            from: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    /// The same for an optional part, whose file is removed when the part becomes nil.
    ///
    /// A part that is nil waits for no entry. One that is nil from the beginning removes nothing.
    public static func saving<Value: Codable & Equatable & Sendable & OutboxPending, Job, Reply: Codable>(
        _ part: @escaping @Sendable (StateType) -> Value?,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        acknowledging path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        acknowledging(
            part,
            path,
            to: stateFile,
            owner: owner,
            value: { $0 },
            pendingIDs: { $0?.pendingIDs ?? [] },
            within: within,
            now: now,
            failed: failed,
            from: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    private static func acknowledging<Part: Equatable & Sendable, Value, Job, Reply: Codable>(
        _ part: @escaping @Sendable (StateType) -> Part,
        _ path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)?,
        value: @escaping @Sendable (Part) -> Value?,
        pendingIDs: @escaping @Sendable (Part) -> Set<OutboxID>,
        within: Duration,
        now: @escaping @Sendable (ActionType) -> Any?,
        failed: (@Sendable (StorageError) -> ActionType?)?,
        from place: ActionSource
    ) -> Feature {
        typealias Outcomes = OutboxOutcomes<ActionType, Job, Reply>
        let savesNow: @Sendable (ActionType) -> Bool = { action in
            guard let trigger = now(action) else { return false }
            return trigger as? Bool ?? true
        }
        var seenOwner: (@Sendable (Outcomes.Seen<StateType>) -> String?)?
        if let owner { seenOwner = { owner($0.value) } }
        return Feature { [seenOwner] dependencies in
            let stateFile: StateFile<Value> = stateFile(dependencies)
            let outcomes = Outcomes(path, from: place)
            let saving = PersistenceMiddleware<ActionType, ActionType, Outcomes.Seen<StateType>>(
                { (seen: Outcomes.Seen<StateType>) -> Outcomes.Seen<Part> in seen.map(part) },
                value: { (seen: Outcomes.Seen<Part>) -> Value? in value(seen.value) },
                to: stateFile,
                owner: seenOwner,
                seemsSame: { $0 == $1 },
                isSame: { $0 == $1 },
                within: within,
                now: savesNow,
                failed: failed,
                place: place,
                loaded: { outcomes.awaitOutcomes(of: pendingIDs($0.value)) },
                saved: { outcomes.acknowledge($0.count, except: pendingIDs($0.value)) }
            )
            return AcknowledgingMiddleware(outcomes, saving)
        }
    }
}
