// SPDX-License-Identifier: MIT

extension PresenceCheck {
    /// Lifts the check to a state that is always there.
    @_alwaysEmitIntoClient func lifted<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        to state: PropertyAccess<GlobalState, StateType>
    ) -> PresenceCheck<GlobalAction, GlobalState> {
        guard !members.isEmpty else { return PresenceCheck<GlobalAction, GlobalState>() }
        return PresenceCheck<GlobalAction, GlobalState>(
            .init(for: path.selector) {
                guard let check = forOneStore() else { return { _, _ in .notMine } }
                return { global, globalState in
                    guard let local = path.extract(global) else { return .notMine }
                    return globalState.read(state) { check(local, $0) }
                }
            }
        )
    }

    /// Lifts the check to a state that is always there, and keeps the actions.
    @_alwaysEmitIntoClient func lifted<GlobalState>(
        to state: PropertyAccess<GlobalState, StateType>
    ) -> PresenceCheck<ActionType, GlobalState> {
        PresenceCheck<ActionType, GlobalState>(
            members: members.map { member in
                .init(for: member.selector) {
                    let check = member.make()
                    return { action, globalState in
                        globalState.read(state) { check(action, $0) }
                    }
                }
            }
        )
    }

    /// Lifts the check to a part that comes and goes.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions. Its payload has the address of the part.
    ///   - action: Returns the action for the part, or nil if the action is for the part as a whole.
    ///   - absent: What happens to an action for an absent part; nil if actions for the part are not
    ///     known, or if the part is always there.
    ///   - reason: The reason for the refusal of such an action.
    ///   - makeFind: Makes a function, with memory for one store, that calls its last argument with
    ///     a reference to the part, or with nil if the part is absent.
    @_alwaysEmitIntoClient func lifted<GlobalAction, GlobalState, Payload>(
        case path: CasePath<GlobalAction, Payload>,
        action: @escaping @Sendable (Payload) -> ActionType?,
        absent: AbsentPart?,
        reason: @escaping @Sendable (Payload) -> String,
        makeFind:
            @escaping @Sendable () ->
            @Sendable (
                Payload, StateReference<GlobalState>, (StateReference<StateType>?) -> Presence
            ) -> Presence
    ) -> PresenceCheck<GlobalAction, GlobalState> {
        guard absent != nil || !members.isEmpty else { return PresenceCheck<GlobalAction, GlobalState>() }
        return PresenceCheck<GlobalAction, GlobalState>(
            .init(for: path.selector) {
                let (find, check) = (makeFind(), forOneStore())
                return { global, globalState in
                    guard let payload = path.extract(global) else { return .notMine }
                    return find(payload, globalState) { part in
                        guard let part else {
                            switch absent {
                            case .refuses: return .gone(reason(payload), depth: 1)
                            case .reachesParents: return .present(depth: 1)
                            case nil: return .notMine
                            }
                        }
                        var answer = Presence.notMine
                        if let check, let local = action(payload) { answer = check(local, part) }
                        return absent == nil ? answer : answer.insidePresentPart
                    }
                }
            }
        )
    }
}
