// SPDX-License-Identifier: MIT

// An action for a part of the state that is gone is refused: nobody processes it.

extension StoreCore {
    /// Reports a refused action to the observers of notices and of refusals, if there are any.
    @inlinable @inline(never) func refuse(
        _ action: ActionType,
        because reason: String,
        from source: ActionSource
    ) {
        let observers = registrations.observersOfRefusals(withNotices: source.observesNotices)
        if !observers.isEmpty {
            // Only the processing thread changes it, so reading it here needs no lock.
            let cause = unsafe contents.value.pointee.numbers.cause
            let notice = StoreNotice.refused(action, from: source, cause: cause, because: reason)
            for observer in observers { observer(notice) }
        }
    }

    /// Reports an action that was revoked in the queue to the observers of notices, if there are any.
    @usableFromInline func report(
        _ action: ActionType,
        from source: ActionSource,
        revokedBy task: StoreTask?,
        to output: AnyActionHandler<ActionType>
    ) {
        guard source.observesNotices else { return }
        // Only the processing thread changes it, so reading it here needs no lock.
        let cause = unsafe contents.value.pointee.numbers.cause
        output.note(.revoked(action, from: source, cause: cause, by: task))
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
    func reportRefusal(of action: Any, from source: ActionSource, because reason: String)
}

extension Store: RefusalReporting {
    func reportRefusal(of action: Any, from source: ActionSource, because reason: String) {
        let observers = core.registrations.observersOfRefusals(withNotices: true)
        guard !observers.isEmpty else { return }
        let notice = StoreNotice.refused(action, from: source, cause: 0, because: reason)
        for observer in observers { observer(notice) }
    }
}
