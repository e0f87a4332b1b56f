// SPDX-License-Identifier: MIT

extension Lift where State: Sendable {
    /// A case of a global state that is an enum; its payload is the local state.
    ///
    /// ```swift
    /// login.lift(.case(AppAction.prisms.login, in: Screen.prisms.login))
    /// ```
    ///
    /// While the state is in another case, the part is absent; see ``Lift``.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - stateCase: The case of the global state.
    ///   - absent: With `.reachesParents`, an action for another case of the state is not refused.
    ///   - identity: Tells a payload from the one that replaces it; see
    ///     ``case(_:optional:absent:identity:)``.
    /// - Complexity: The reducer changes a copy of the payload, which then replaces the old one. Debug
    ///   builds copy each changed collection of the payload. In release builds, the optimiser may avoid
    ///   the copies.
    @_alwaysEmitIntoClient public static func `case`(
        _ path: CasePath<GlobalAction, Action>,
        in stateCase: CasePath<GlobalState, State>,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<State> = .automatic
    ) -> Lift {
        .case(path, in: stateCase, of: \.self, absent: absent, identity: identity)
    }

    /// A case of an enum in the global state; its payload is the local state.
    ///
    /// ```swift
    /// login.lift(.case(AppAction.prisms.login, in: Screen.prisms.login, of: \AppState.screen))
    /// ```
    ///
    /// See ``case(_:in:absent:identity:)``.
    @_alwaysEmitIntoClient public static func `case`<Enum>(
        _ path: CasePath<GlobalAction, Action>,
        in stateCase: CasePath<Enum, State>,
        of location: any WritableKeyPath<GlobalState, Enum> & Sendable,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<State> = .automatic
    ) -> Lift {
        let access = PropertyAccess(location)
        let value: @Sendable (GlobalState) -> State? = { stateCase.extract(access.read($0)) }
        return Lift(
            onlyPart: path,
            named: "the state",
            at: "\(stateCase.name ?? "a case") in \(location)",
            absent: absent,
            change: { whole, body in
                access.change(&whole) { location in
                    guard var value = stateCase.extract(location) else { return }
                    body(&value)
                    location = stateCase.embed(value)
                }
            },
            find: { whole, body in
                whole.read(access) { location in
                    guard let value = stateCase.extract(location.value) else { return body(nil) }
                    return StateReference.to(value) { body($0) }
                }
            },
            value: value,
            identity: identity
        )
    }
}
