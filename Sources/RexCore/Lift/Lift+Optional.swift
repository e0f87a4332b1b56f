// SPDX-License-Identifier: MIT

extension Lift where State: Sendable {
    /// An optional part of the global state.
    ///
    /// ```swift
    /// detail.lift(.case(AppAction.prisms.detail, optional: \.detail), dependencies: \.api)
    /// ```
    ///
    /// For what happens while the state is nil, see ``Lift``.
    ///
    /// If the state is `Identifiable`, its effects also end when a reduction replaces it by a value
    /// with another id. Effects of the old value and of the new one are as separate as those of two
    /// elements of a collection. With `identity`, another key than the id decides, or nothing.
    /// Actions carry no id here, so an action that was meant for the old value reaches the new one.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the local state. It is changed in place.
    ///   - absent: With `.reachesParents`, an action for a nil state is not refused: the feature
    ///     ignores it, and its parents process it, for example to create the state.
    ///   - identity: Tells a value from the one that replaces it. With `.none`, a replaced value keeps
    ///     its effects, such as a draft that gets its id when it is saved.
    @_alwaysEmitIntoClient public static func `case`(
        _ path: CasePath<GlobalAction, Action>,
        optional state: any WritableKeyPath<GlobalState, State?> & Sendable,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<State> = .automatic
    ) -> Lift {
        let access = PropertyAccess(state)
        return Lift(
            onlyPart: path,
            named: "the state",
            at: "optional \(state)",
            absent: absent,
            change: { whole, body in
                access.change(&whole) { optional in
                    guard var value = optional.take() else { return }
                    body(&value)
                    optional = value
                }
            },
            find: { whole, body in
                whole.read(access) { part in
                    guard let value = part.value else { return body(nil) }
                    return StateReference.to(value) { body($0) }
                }
            },
            value: access.read,
            identity: identity
        )
    }
}
