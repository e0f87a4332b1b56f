// SPDX-License-Identifier: MIT

// Actions that nobody processes: they were revoked, their part of the state is gone, or the store has ended.

extension StoreCore {
    /// Reports a refused action to the observers, if there are any.
    @inlinable @inline(never) func refuse(
        _ action: ActionType,
        because reason: String,
        from source: ActionSource
    ) {
        // Only the processing thread changes the number, so reading it here needs no lock.
        let number = unsafe contents.value.pointee.numbers.cause
        reportSkipped(action, from: source, cause: number, because: .partIsGone(reason))
    }

    /// Reports an action that was revoked in the queue.
    ///
    /// - Parameters:
    ///   - task: The task that sent it, or nil.
    ///   - revoker: The task that has revoked it, or nil if an output has.
    @usableFromInline func report(
        _ action: ActionType,
        of task: StoreTask?,
        from source: ActionSource,
        revokedBy revoker: StoreTask?
    ) {
        let number = unsafe contents.value.pointee.numbers.cause
        reportSkipped(
            action,
            from: source,
            cause: number,
            because: .cancelled(by: revoker?.cancellingAction, task: task?.number)
        )
    }

    /// Reports an action that the store skips, if there are observers.
    ///
    /// - Parameter cause: The number of the action that caused it, or 0.
    @usableFromInline func reportSkipped(
        _ action: ActionType,
        from source: ActionSource,
        cause: Int,
        because reason: @autoclosure () -> SkippedAction.Reason
    ) {
        let observers = withHook { $0.observers(of: .skippedByStore) }
        guard !observers.isEmpty else { return }
        let event = StoreEvent.skipped(SkippedAction(because: reason(), queued: action, from: source, cause: cause))
        for observer in observers { observer.call(event) }
    }

    /// Reads the state in place, without a lock: only this thread changes it.
    @inlinable func presence(
        of action: ActionType,
        by presence: PresenceCheck<ActionType, StateType>.Check
    ) -> Presence {
        let state = unsafe (UnsafeRawPointer(contents.value) + stateOffset).assumingMemoryBound(to: StateType.self)
        return unsafe presence(action, StateReference(state))
    }
}

extension StoreContents {
    /// Whether the parts of the state that the action is for are gone.
    @inlinable mutating func isGone(
        for action: ActionType,
        by presence: PresenceCheck<ActionType, StateType>.Check
    ) -> Bool {
        let answer = unsafe withUnsafePointer(to: &state) { unsafe presence(action, StateReference($0)) }
        return if case .gone = answer { true } else { false }
    }
}

/// A store whose refusals have observers.
protocol RefusalReporting: Sendable {
    /// Reports an action that was not dispatched as refused, on this thread.
    func reportRefusal(of action: Any, from source: ActionSource, because reason: SkippedAction.Reason)
}

extension Store: RefusalReporting {
    func reportRefusal(of action: Any, from source: ActionSource, because reason: SkippedAction.Reason) {
        if let action = action as? ActionType { core.reportSkipped(action, from: source, cause: 0, because: reason) }
    }
}
