// SPDX-License-Identifier: MIT

// The lifts of `MiddlewareProtocol` to parts of a state that may be absent, for the future
// middleware. To lift the dependencies as well, append `lift(dependencies:)`.

extension MiddlewareReaderProtocol
where MiddlewareType.InputActionType == MiddlewareType.OutputActionType, MiddlewareType.StateType: Sendable {
    /// Lifts the future middleware to a case of the global actions and to an optional part of the
    /// state.
    ///
    /// ```swift
    /// let app = detail.lift(case: AppAction.prisms.detail, optionalState: \AppState.detail)
    ///     .lift(dependencies: \World.api)
    /// ```
    ///
    /// See ``MiddlewareProtocol/lift(case:optionalState:identity:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, MiddlewareType.InputActionType>,
        optionalState: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType?,
        identity: PartIdentity<MiddlewareType.StateType> = .automatic
    ) -> MiddlewareReader<Dependencies, ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>> {
        mapMiddleware { $0.lift(case: path, optionalState: optionalState, identity: identity) }
    }

    /// Lifts the future middleware to a case of the global actions and to a case of the state.
    ///
    /// See ``MiddlewareProtocol/lift(case:caseState:identity:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, MiddlewareType.InputActionType>,
        caseState: CasePath<GlobalState, MiddlewareType.StateType>,
        identity: PartIdentity<MiddlewareType.StateType> = .automatic
    ) -> MiddlewareReader<Dependencies, ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>> {
        mapMiddleware { $0.lift(case: path, caseState: caseState, identity: identity) }
    }

    /// Lifts the future middleware of a value to a case of the global actions and to a dictionary.
    ///
    /// See ``MiddlewareProtocol/liftToDictionary(case:stateDictionary:)``.
    @_alwaysEmitIntoClient public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable>(
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
    /// Lifts the future middleware of an element to a case of the global actions and to a
    /// collection, and finds the elements by their ids.
    ///
    /// See ``MiddlewareProtocol/liftToCollection(case:stateCollection:)``.
    @_alwaysEmitIntoClient
    public func liftToCollection<GlobalAction, GlobalState, Elements: Collection & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<MiddlewareType.StateType.ID, MiddlewareType.InputActionType>>,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> MiddlewareReader<Dependencies, ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>>
    where Elements.Element == MiddlewareType.StateType {
        mapMiddleware { $0.liftToCollection(case: path, stateCollection: stateCollection) }
    }
}
