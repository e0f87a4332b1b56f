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
    /// ``OutboxAction/cancelled(_:attempts:)``, behind ``OutboxAction/loaded(_:)``.
    ///
    /// All else is as with `Feature.saving(_:to:)`. Without this feature no outcomes are kept.
    ///
    /// - Parameters:
    ///   - part: Returns what is saved; a key path will do.
    ///   - stateFile: Returns the file, from the dependencies.
    ///   - path: The case of the outbox's actions. `Reply` has to be `Codable`, since it is kept.
    ///   - within: How long a change may be unsaved before its saving begins.
    ///   - now: Returns something for the actions that save at once; nil and `false` are nothing.
    ///   - failed: Makes the action that says why a value was not saved; nil for none.
    ///   - file: The file of this call, for those who show what runs.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    /// - Precondition: `within` is not negative.
    public static func saving<Value: Codable & Equatable & Sendable & OutboxPending, Job, Reply: Codable>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        acknowledging path: CasePath<ActionType, OutboxAction<Job, Reply>>,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        let place = ActionSource(file: file, function: function, line: line, info: nil)
        typealias Outcomes = OutboxOutcomes<ActionType, Job, Reply>
        let savesNow: @Sendable (ActionType) -> Bool = { action in
            guard let trigger = now(action) else { return false }
            return trigger as? Bool ?? true
        }
        return Feature { dependencies in
            let stateFile: StateFile<Value> = stateFile(dependencies)
            let outcomes = Outcomes(path, from: place)
            let save: @Sendable (Outcomes.Seen<Value>) throws(StorageError) -> Void = { part throws(StorageError) in
                try stateFile.save(part.value)
                outcomes.acknowledge(part.count) { (id: OutboxID) -> Bool in !part.value.isPending(id) }
            }
            let saving = PersistenceMiddleware<ActionType, ActionType, Outcomes.Seen<StateType>>(
                { (seen: Outcomes.Seen<StateType>) -> Outcomes.Seen<Value> in seen.map(part) },
                to: stateFile.path,
                seemsSame: { $0 == $1 },
                isSame: { $0 == $1 },
                within: within,
                now: savesNow,
                failed: failed,
                place: place,
                release: { stateFile.release() },
                takeReports: { stateFile.takeReports() },
                save: save
            )
            return AcknowledgingMiddleware(outcomes, saving)
        }
    }
}
