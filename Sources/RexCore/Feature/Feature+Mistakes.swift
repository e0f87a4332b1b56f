// SPDX-License-Identifier: MIT

// Unavailable forms: each makes the compiler explain a common mistake.

extension Feature {
    /// Unavailable: different dependencies have to be lifted too.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the feature has different dependencies: use lift(case:state:dependencies:)")
    public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        preconditionFailure("Use lift(case:state:dependencies:).")
    }

    /// Unavailable: different dependencies have to be lifted too.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the feature has different dependencies: add dependencies: after the form")
    public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        _ lift: Lift<GlobalAction, GlobalState, ActionType, StateType>
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        preconditionFailure("Add dependencies: after the form.")
    }

    /// Unavailable: the action comes first.
    @available(*, unavailable, message: "the arguments are the other way round: write { action, state in … }")
    @_disfavoredOverload public init(_ reduce: @escaping @Sendable (inout StateType, ActionType) -> Void) {
        preconditionFailure("Write { action, state in … }.")
    }

    /// Unavailable: the middleware needs the actions and the state of the feature.
    @available(*, unavailable, message: "lift the middleware to the actions and the state of the feature")
    @_disfavoredOverload public init(middleware: any MiddlewareProtocol) {
        preconditionFailure("Lift the middleware to the actions and the state of the feature.")
    }
}
