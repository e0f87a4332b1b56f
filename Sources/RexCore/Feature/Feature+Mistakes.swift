// SPDX-License-Identifier: MIT

// Forms that are not there: each gives the error for a mistake a text that says what to write.

extension Feature {
    /// Not there: a feature is lifted to a state as well.
    @available(*, unavailable, message: "state: is missing, a key path as in lift(case: path, state: \\.search)")
    @_disfavoredOverload public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        preconditionFailure("Use lift(case:state:).")
    }

    /// Not there: the state has to be that of the feature.
    @available(*, unavailable, message: "the state at this key path is not the state of the feature, or is read-only")
    public func lift<GlobalAction, GlobalState, OtherState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any KeyPath<GlobalState, OtherState> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        preconditionFailure("Use lift(case:state:dependencies:) with the state of the feature.")
    }

    /// Not there: a feature with dependencies of its own is lifted to those around it.
    @available(
        *,
        unavailable,
        message: "the feature has a different state or different dependencies: use lift(case:state:dependencies:)"
    )
    public func lift<GlobalAction, GlobalState, OtherState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any KeyPath<GlobalState, OtherState> & Sendable
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        preconditionFailure("Use lift(case:state:dependencies:) with the state of the feature.")
    }

    /// Not there: a middleware has to have the actions and the state of the feature.
    @available(*, unavailable, message: "lift the middleware to the actions and the state of the feature")
    @_disfavoredOverload public init(middleware: any MiddlewareProtocol) {
        preconditionFailure("Lift the middleware to the actions and the state of the feature.")
    }
}

/// Not there: features that are joined have the same actions, state and dependencies.
@available(
    *,
    unavailable,
    message: "lift both features to the same actions, state and dependencies: lift(case:state:dependencies:)"
)
@_disfavoredOverload public func <> <Left, LeftState, LeftWorld, Right, RightState, RightWorld>(
    lhs: Feature<Left, LeftState, LeftWorld>,
    rhs: Feature<Right, RightState, RightWorld>
) -> Feature<Left, LeftState, LeftWorld> {
    preconditionFailure("Lift both features to the same types.")
}
