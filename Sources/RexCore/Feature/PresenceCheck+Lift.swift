// SPDX-License-Identifier: MIT

/// What a feature that is lifted to a part of a state does with an action while the part is absent.
public enum AbsentPart: Hashable, Sendable {
    /// The store refuses the action: nobody processes it.
    ///
    /// It is neither passed to a reducer or a middleware of the parents, nor to their bridges and
    /// gates. A recording shows it.
    case refuses
    /// The feature ignores the action, and its parents process it.
    ///
    /// For parents that create the part when an action for it arrives.
    case reachesParents
}

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

extension Feature {
    /// Returns whether a store of this feature refuses an action in a state, since the part of the
    /// state that the action is for is gone.
    ///
    /// - Complexity: O(*n*) in the number of joined features and of elements.
    @_alwaysEmitIntoClient public func refuses(_ action: ActionType, in state: StateType) -> Bool {
        guard let check = presence.forOneStore() else { return false }
        let answer = StateReference.to(state) { check(action, $0) }
        return if case .gone = answer { true } else { false }
    }

    /// Returns this feature, whose store refuses actions for parts of the state that are gone.
    ///
    /// For authors of lifts to parts that come and go. The store also refuses what the feature of the
    /// part refuses.
    ///
    /// - Parameters:
    ///   - local: The feature of the part.
    ///   - address: Returns the id of the part that an action is for, and the action for its feature,
    ///     or nil for an action that is for no part. The action is nil if it is for the part as a
    ///     whole, such as its removal.
    ///   - part: Returns the part with an id, or nil if it is gone. The store calls it once for each
    ///     action for a part, under its lock or on the thread that processes.
    ///   - reason: The reason for a refusal, such as "presentation #2 is gone".
    @_alwaysEmitIntoClient public func refusing<ID, LocalAction, LocalState, LocalDependencies>(
        absentPartsOf local: Feature<LocalAction, LocalState, LocalDependencies>,
        address: @escaping @Sendable (ActionType) -> (id: ID, action: LocalAction?)?,
        part: @escaping @Sendable (ID, StateType) -> LocalState?,
        reason: @escaping @Sendable (ID) -> String
    ) -> Feature {
        let check = local.presence.lifted(
            case: CasePath(extract: address, embed: { _ in preconditionFailure("No action is made.") }),
            action: { $0.action },
            absent: .refuses,
            reason: { reason($0.id) },
            makeFind: {
                { address, whole, body in
                    guard let part = part(address.id, whole.value) else { return body(nil) }
                    return StateReference.to(part) { body($0) }
                }
            }
        )
        return Feature(reducer, presence: .append(presence, check)) { [makeMiddleware] in makeMiddleware($0) }
    }
}

extension CasePath {
    /// The reason for the refusal of an action in this case.
    @usableFromInline func goneReason(_ noun: String) -> String { "\(noun)\(name.map { " of \($0)" } ?? "") is gone" }
}
