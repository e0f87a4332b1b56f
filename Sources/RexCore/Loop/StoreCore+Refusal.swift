// SPDX-License-Identifier: MIT

// An action for a part of the state that is gone is refused: nobody processes it.

extension StoreCore {
    /// Whether the parts of the state that the action is for are gone.
    @inlinable func refuses(_ action: ActionType) -> Bool {
        if case .gone = presence(of: action, explains: false) { true } else { false }
    }

    /// Reports a refused action to the observers of notices and of refusals, if there are any.
    @inlinable @inline(never) func refuse(
        _ action: ActionType,
        from source: ActionSource,
        in workspace: LoopWorkspace<ActionType, StateType>
    ) {
        let observers = registrations.observersOfRefusals(withNotices: source.observesNotices)
        if !observers.isEmpty, case .gone(let reason) = presence(of: action, explains: true) {
            // Only the processing thread changes it, so reading it here needs no lock.
            let cause = unsafe contents.value.pointee.numbers.cause
            let notice = StoreNotice.refused(action, from: source, cause: cause, because: reason ?? "it is gone")
            for observer in observers { observer(notice) }
        }
        if workspace.hasLinks { workspace.releaseLinks() }
    }

    /// Reads the state in place, without a lock: only this thread changes it.
    @inlinable func presence(of action: ActionType, explains: Bool) -> Presence {
        guard let presence else { return .notMine }
        return unsafe withUnsafePointer(to: &contents.value.pointee.state) { state in
            unsafe presence(action, StateReference(state), explains)
        }
    }
}

extension StoreContents {
    /// Whether the parts of the state that the action is for are gone.
    @inlinable mutating func isGone(
        for action: ActionType,
        by presence: PresenceCheck<ActionType, StateType>.Check
    ) -> Bool {
        let answer = unsafe withUnsafePointer(to: &state) { unsafe presence(action, StateReference($0), false) }
        return if case .gone = answer { true } else { false }
    }
}
