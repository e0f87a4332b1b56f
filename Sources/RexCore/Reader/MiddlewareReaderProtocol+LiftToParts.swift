// SPDX-License-Identifier: MIT

// The lifts of `MiddlewareProtocol` to parts of a state that come and go, for the middleware that
// will be made. The dependencies are lifted by `lift(dependencies:)` behind them.

extension MiddlewareReaderProtocol
where MiddlewareType.InputActionType == MiddlewareType.OutputActionType, MiddlewareType.StateType: Sendable {
    /// Lifts the middleware that will be made to global actions that have a case for it, and to a
    /// state that is optional.
    ///
    /// ```swift
    /// let app = detail.lift(case: AppAction.prisms.detail, optionalState: \AppState.detail)
    ///     .lift(dependencies: \World.api)
    /// ```
    ///
    /// See ``MiddlewareProtocol/lift(case:optionalState:)``.
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, MiddlewareType.InputActionType>,
        optionalState: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType?
    ) -> MiddlewareReader<Dependencies, ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>> {
        mapMiddleware { $0.lift(case: path, optionalState: optionalState) }
    }

    /// Lifts the middleware that will be made to global actions that have a case for it, and to a
    /// state that is an enum.
    ///
    /// See ``MiddlewareProtocol/lift(case:caseState:)``.
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, MiddlewareType.InputActionType>,
        caseState: CasePath<GlobalState, MiddlewareType.StateType>
    ) -> MiddlewareReader<Dependencies, ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>> {
        mapMiddleware { $0.lift(case: path, caseState: caseState) }
    }

    /// Lifts the middleware of one value that will be made to global actions that have a case for
    /// it, and to a dictionary.
    ///
    /// See ``MiddlewareProtocol/liftToDictionary(case:stateDictionary:)``.
    public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, MiddlewareType.InputActionType>>,
        stateDictionary: @escaping @Sendable (GlobalState) -> [Key: MiddlewareType.StateType]
    ) -> MiddlewareReader<Dependencies, ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>> {
        mapMiddleware { $0.liftToDictionary(case: path, stateDictionary: stateDictionary) }
    }
}

extension MiddlewareReaderProtocol
where
    MiddlewareType.InputActionType == MiddlewareType.OutputActionType,
    MiddlewareType.StateType: Identifiable & Sendable,
    MiddlewareType.StateType.ID: Sendable
{
    /// Lifts the middleware of one element that will be made to global actions that have a case for
    /// it, and to a collection, whose elements are found by their ids.
    ///
    /// See ``MiddlewareProtocol/liftToCollection(case:stateCollection:)``.
    public func liftToCollection<GlobalAction, GlobalState, Elements: Collection & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<MiddlewareType.StateType.ID, MiddlewareType.InputActionType>>,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> MiddlewareReader<Dependencies, ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>>
    where Elements.Element == MiddlewareType.StateType {
        mapMiddleware { $0.liftToCollection(case: path, stateCollection: stateCollection) }
    }
}
