// SPDX-License-Identifier: MIT

extension Feature {
    /// Lifts this feature to a case of the global actions and to several parts of the global state.
    ///
    /// ```swift
    /// detail.lift(
    ///     case: HomeAction.prisms.detail,
    ///     joinedState: JoinedPath(Detail(), .part(\.list, as: \.list), .part(\.outbox, as: \.outbox))
    /// )
    /// ```
    ///
    /// The parts are changed in place. While an optional part is nil, the whole state counts as nil;
    /// see `lift(case:state:absent:identity:dependencies:)`.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - joinedState: The path from the global state to the parts of the local state.
    ///   - absent: With `.reachesParents`, an action is not refused while an optional part is nil.
    ///   - identity: Tells a local state from the one that replaces it, if a part is optional.
    /// - Complexity: A change and a read take O(*n*) in the parts, without an allocation.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        joinedState: JoinedPath<GlobalState, StateType>,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<StateType> = .automatic
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lifted(path, joinedState, joinedState.isPresent == nil ? nil : absent, identity)
    }

    /// Lifts the state, and keeps the actions and the dependencies.
    ///
    /// No action is refused while an optional part is nil, since the actions for the parts are not known.
    ///
    /// Use it for parts inside an optional struct: lift the feature to the parts of that struct first,
    /// then lift the result to the whole state. See ``lift(case:joinedState:absent:identity:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        joinedState: JoinedPath<GlobalState, StateType>
    ) -> Feature<ActionType, GlobalState, Dependencies> {
        // Which actions are for the parts is not known here, so none is refused if a part is nil.
        lifted(CasePath(extract: { $0 }, embed: { $0 }), joinedState, nil, .automatic)
    }

    /// Lifts actions and state.
    ///
    /// - Parameter absent: What happens to an action while a part is nil; nil if it is not refused.
    @_alwaysEmitIntoClient func lifted<GlobalAction, GlobalState>(
        _ path: CasePath<GlobalAction, ActionType>,
        _ joinedState: JoinedPath<GlobalState, StateType>,
        _ absent: AbsentPart?,
        _ identity: PartIdentity<StateType>
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let presence = presence.lifted(
            case: path,
            action: { $0 },
            absent: absent,
            reason: { _ in path.goneReason("a part of the state") },
            makeFind: {
                { _, whole, body in
                    guard let value = joinedState.value(in: whole.value) else { return body(nil) }
                    return StateReference.to(value) { body($0) }
                }
            }
        )
        return lifted(reducer.lift(case: path, joinedState: joinedState), presence: presence) {
            $0.lift(case: path, joinedState: joinedState, identity: identity)
        }
    }
}
