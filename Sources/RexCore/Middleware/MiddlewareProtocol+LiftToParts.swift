// SPDX-License-Identifier: MIT

extension MiddlewareProtocol where InputActionType == OutputActionType, StateType: Sendable {
    /// Lifts this middleware to a case of the global actions and to an optional part of the global
    /// state.
    ///
    /// While the state is nil, the middleware gets no actions. The effects of an `EffectMiddleware`
    /// end when a reduction sets the state to nil, or replaces it by a value with another identity.
    /// Other middlewares get no context, since the state may be nil. Debug builds report a
    /// middleware that uses its context.
    ///
    /// ```swift
    /// let app = detail.lift(case: AppAction.prisms.detail, optionalState: \AppState.detail)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - optionalState: Returns the local state.
    ///   - identity: Tells a value from the one that replaces it: by the `id` of an `Identifiable`
    ///     value, unless another ``PartIdentity`` is given.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        optionalState: @escaping @Sendable (GlobalState) -> StateType?,
        identity: PartIdentity<StateType> = .automatic
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(toOnly: StateParts(value: optionalState, identity: identity), case: path)
    }

    /// Lifts this middleware to a case of the global actions and to a case of the global state.
    ///
    /// It works while the state is in that case; see ``lift(case:optionalState:identity:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        caseState: CasePath<GlobalState, StateType>,
        identity: PartIdentity<StateType> = .automatic
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(toOnly: StateParts(value: caseState.extract, identity: identity), case: path)
    }

    /// Lifts this middleware of a value to a case of the global actions and to a dictionary.
    ///
    /// It works for the keys of the dictionary; see ``lift(case:optionalState:identity:)``.
    @_alwaysEmitIntoClient public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, InputActionType>>,
        stateDictionary: @escaping @Sendable (GlobalState) -> [Key: StateType]
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(to: StateParts(values: stateDictionary), case: path)
    }

    @usableFromInline func lift<GlobalAction, GlobalState>(
        toOnly part: StateParts<OnlyPart, GlobalState, StateType>,
        case path: CasePath<GlobalAction, InputActionType>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(
            to: part,
            case: CasePath(
                extract: { [extract = path.extract] in extract($0).map { ElementIDAction(id: OnlyPart(), action: $0) }
                },
                embed: { [embed = path.embed] in embed($0.action) },
                caseIndex: path.caseIndex,
                selector: path.selector,
                name: path.name
            )
        )
    }

    @usableFromInline func lift<ID, GlobalAction, GlobalState>(
        to parts: StateParts<ID, GlobalState, StateType>,
        case path: CasePath<GlobalAction, ElementIDAction<ID, InputActionType>>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftedMiddleware(local: composition.lift(to: parts), case: path, state: { $0 }).composition
    }
}

extension MiddlewareProtocol
where InputActionType == OutputActionType, StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts this middleware of an element to a case of the global actions and to a collection, and
    /// finds the elements by their ids.
    ///
    /// It works for the elements of the collection; see ``lift(case:optionalState:identity:)``.
    ///
    /// ```swift
    /// let app = row.liftToCollection(case: AppAction.prisms.row, stateCollection: \AppState.rows)
    /// ```
    @_alwaysEmitIntoClient
    public func liftToCollection<GlobalAction, GlobalState, Elements: Collection & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>>,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> where Elements.Element == StateType {
        lift(to: StateParts(elements: stateCollection), case: path)
    }
}
