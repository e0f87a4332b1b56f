// SPDX-License-Identifier: MIT

extension MiddlewareProtocol where InputActionType == OutputActionType, StateType: Sendable {
    /// Lifts this middleware to global actions that have a case for it, and to a state that is
    /// optional.
    ///
    /// While the state is nil, the middleware gets no action; what an `EffectMiddleware` runs ends
    /// once it is nil after a reduction. Of the others, none gets a context, since there may be no
    /// state that it could be about; debug builds report one that has a use for it.
    ///
    /// ```swift
    /// let app = detail.lift(case: AppAction.prisms.detail, optionalState: \AppState.detail)
    /// ```
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        optionalState: @escaping @Sendable (GlobalState) -> StateType?
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(toOnly: StateParts(value: optionalState), case: path)
    }

    /// Lifts this middleware to global actions that have a case for it, and to a state that is an
    /// enum.
    ///
    /// It works while the state is in that case, as in an optional; see
    /// ``lift(case:optionalState:)``.
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        caseState: CasePath<GlobalState, StateType>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(toOnly: StateParts(value: caseState.extract), case: path)
    }

    /// Lifts this middleware of one value to global actions that have a case for it, and to a
    /// dictionary.
    ///
    /// It works for the keys that are there, as in an optional; see ``lift(case:optionalState:)``.
    public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, InputActionType>>,
        stateDictionary: @escaping @Sendable (GlobalState) -> [Key: StateType]
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(to: StateParts(values: stateDictionary), case: path)
    }

    private func lift<GlobalAction, GlobalState>(
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

    fileprivate func lift<ID, GlobalAction, GlobalState>(
        to parts: StateParts<ID, GlobalState, StateType>,
        case path: CasePath<GlobalAction, ElementIDAction<ID, InputActionType>>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftMiddleware(local: composition.lift(to: parts), case: path, state: { $0 }).composition
    }
}

extension MiddlewareProtocol
where InputActionType == OutputActionType, StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts this middleware of one element to global actions that have a case for it, and to a
    /// collection, whose elements are found by their ids.
    ///
    /// It works for the elements that are there, as in an optional; see
    /// ``lift(case:optionalState:)``.
    ///
    /// ```swift
    /// let app = row.liftToCollection(case: AppAction.prisms.row, stateCollection: \AppState.rows)
    /// ```
    public func liftToCollection<GlobalAction, GlobalState, Elements: Collection & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>>,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> where Elements.Element == StateType {
        lift(to: StateParts(elements: stateCollection), case: path)
    }
}
