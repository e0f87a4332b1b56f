// SPDX-License-Identifier: MIT

extension Lift where State: Sendable {
    /// Several parts of the global state, which are the properties of the local state.
    ///
    /// ```swift
    /// detail.lift(
    ///     .case(
    ///         HomeAction.prisms.detail,
    ///         joined: JoinedPath(Detail(), .part(\.list, as: \.list), .part(\.outbox, as: \.outbox))
    ///     )
    /// )
    /// ```
    ///
    /// The parts are changed in place. While an optional part is nil, the whole local state is absent;
    /// see ``Lift``.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - joined: The path from the global state to the parts of the local state.
    ///   - absent: With `.reachesParents`, an action is not refused while an optional part is nil.
    ///   - identity: Tells a local state from the one that replaces it, if a part is optional. By default
    ///     the `id` of the local state, or else those of its optional parts.
    /// - Complexity: A change and a read take O(*n*) in the parts, without an allocation.
    @_alwaysEmitIntoClient public static func `case`(
        _ path: CasePath<GlobalAction, Action>,
        joined: JoinedPath<GlobalState, State>,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<State> = .automatic
    ) -> Lift {
        Lift(path, joined, joined.isPresent == nil ? nil : absent, identity)
    }

    /// Several parts of the global state, with the same actions.
    ///
    /// No action is refused while an optional part is nil, since any action might be for these parts.
    ///
    /// Use it for parts inside an optional struct: lift the feature to the parts of that struct first,
    /// then lift the result to the whole state. See ``case(_:joined:absent:identity:)``.
    @_alwaysEmitIntoClient public static func state(
        joined: JoinedPath<GlobalState, State>
    ) -> Lift where Action == GlobalAction {
        Lift(CasePath(extract: { $0 }, embed: { $0 }), joined, nil, .automatic)
    }

    @_alwaysEmitIntoClient init(
        _ path: CasePath<GlobalAction, Action>,
        _ joined: JoinedPath<GlobalState, State>,
        _ absent: AbsentPart?,
        _ identity: PartIdentity<State>
    ) {
        let lift = Lift(
            onlyPart: path,
            named: "a part of the state",
            at: joined.text(),
            absent: absent,
            change: { whole, body in joined.withValue(in: &whole, body) },
            find: { whole, body in
                guard let value = joined.value(in: whole.value) else { return body(nil) }
                return StateReference.to(value) { body($0) }
            },
            value: { joined.value(in: $0) },
            identity: identity,
            orIn: joined.identity
        )
        guard joined.isPresent == nil else {
            self = lift
            return
        }
        self.init(
            selector: lift.selector,
            reduce: lift.reduce,
            check: lift.check,
            middleware: { local, _ in
                LiftedMiddleware(local: local, case: path, state: { joined.presentValue(in: $0) }).composition
            },
            map: lift.map
        )
    }
}
