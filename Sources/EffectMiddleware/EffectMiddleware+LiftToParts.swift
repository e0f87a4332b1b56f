// SPDX-License-Identifier: MIT

public import RexCore

// These overloads of the lifts of `MiddlewareProtocol` to optional parts of a state keep the rules
// in one middleware, and end their runs with the part.

extension EffectMiddleware: PartwiseMiddleware {
    /// Returns the rules for each part of a state.
    ///
    /// Each part has its own runs, which end with it.
    public func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        lifted({ $0 }, { $0 }, to: parts).composition
    }

    /// Lifts the rules to the parts of a state.
    @usableFromInline func lifted<ID, GlobalInput, GlobalOutput, GlobalState>(
        _ inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<ID, InputActionType>?,
        _ outputAction: @escaping @Sendable (ElementIDAction<ID, OutputActionType>) -> GlobalOutput,
        to parts: StateParts<ID, GlobalState, StateType>
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        let lift = EffectElementLift(input: inputAction, output: outputAction)
        let find: @Sendable (GlobalInput) -> [EffectMatch<GlobalInput, GlobalOutput, GlobalState>] = { [actionRules] in
            guard let local = inputAction($0) else { return [] }
            let matches = Self.find(local.action, actionRules)
            guard !matches.isEmpty else { return [] }
            return matches.map { match in
                match.lifted({ lift.start($0, local.id, parts) }, { $0.lifted(to: EffectKey(local.id)) })
            }
        }
        return EffectMiddleware<GlobalInput, GlobalOutput, GlobalState>(
            actionRules: [EffectActionRule(find)],
            stateRules: stateRules.map { $0.lifted(toEach: parts, lift) },
            removedElements: EffectRemovedElements.of(parts, inner: removedElements),
            rules: rules
        )
    }
}

extension EffectMiddleware where InputActionType == OutputActionType, StateType: Sendable {
    /// Lifts the rules with a case path to an optional state.
    ///
    /// When the state is nil after a reduction, caused by any action, the runs are cancelled, and
    /// none of their queued actions is processed. The same happens when the state has another
    /// identity than before, which is the `id` of an `Identifiable` state. An action starts nothing
    /// if the state is nil after the reducer.
    ///
    /// ```swift
    /// let app = detail.lift(case: AppAction.prisms.detail, optionalState: \AppState.detail)
    /// ```
    ///
    /// Further rules of the global types can be added to the result. Their runs don't end with the
    /// local state.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - optionalState: Returns the local state.
    ///   - identity: Tells a value from the one that replaces it. With `.none`, runs go on when the
    ///     state is replaced.
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        optionalState: @escaping @Sendable (GlobalState) -> StateType?,
        identity: PartIdentity<StateType> = .automatic
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lifted(toOnly: path, StateParts(value: optionalState, identity: identity)) {
            liftAsAny($0, path, optionalState: optionalState, identity)
        }
    }

    /// Lifts the rules with a case path to a state that is an enum.
    ///
    /// The runs end when the state changes to another case, or its payload to another identity. See
    /// ``lift(case:optionalState:identity:)``.
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        caseState: CasePath<GlobalState, StateType>,
        identity: PartIdentity<StateType> = .automatic
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lifted(toOnly: path, StateParts(value: caseState.extract, identity: identity)) {
            liftAsAny($0, path, optionalState: caseState.extract, identity)
        }
    }

    /// Lifts the rules of a value with a case path to a dictionary.
    ///
    /// Each key has its own runs, which end when the key is removed, as for elements of a
    /// collection.
    public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, InputActionType>>,
        stateDictionary: @escaping @Sendable (GlobalState) -> [Key: StateType]
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lifted(path.extract, path.embed, to: StateParts(values: stateDictionary)) {
            liftAsAny($0, path, stateDictionary: stateDictionary)
        }
    }

    private func lifted<GlobalAction, GlobalState>(
        toOnly path: CasePath<GlobalAction, InputActionType>,
        _ part: StateParts<OnlyPart, GlobalState, StateType>,
        quick: @escaping @Sendable (EffectMiddleware) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lifted(
            { [extract = path.extract] in extract($0).map { ElementIDAction(id: OnlyPart(), action: $0) } },
            { [embed = path.embed] in embed($0.action) },
            to: part,
            quick: quick
        )
    }

    /// Lifts the rules to parts, with a composition that is only called for actions of one case.
    private func lifted<ID, GlobalAction, GlobalState>(
        _ inputAction: @escaping @Sendable (GlobalAction) -> ElementIDAction<ID, InputActionType>?,
        _ outputAction: @escaping @Sendable (ElementIDAction<ID, InputActionType>) -> GlobalAction,
        to parts: StateParts<ID, GlobalState, StateType>,
        quick: @escaping @Sendable (EffectMiddleware) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState> {
        var lifted = lifted(inputAction, outputAction, to: parts)
        let local = changed { _ in }
        lifted.quickComposition = { quick(local) }
        return lifted
    }
}

extension EffectMiddleware
where InputActionType == OutputActionType, StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts the rules of an element with a case path to a collection, whose elements are found by
    /// id.
    ///
    /// See ``liftToCollection(inputAction:outputAction:stateCollection:)``.
    public func liftToCollection<GlobalAction, GlobalState, Elements: Collection & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>>,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState> where Elements.Element == StateType {
        lifted(path.extract, path.embed, to: StateParts(elements: stateCollection)) {
            liftAsAny($0, path, stateCollection: stateCollection)
        }
    }
}

// The general lifts, so that a composition knows the case of each.

private func liftAsAny<Local: MiddlewareProtocol, GlobalAction, GlobalState>(
    _ local: Local,
    _ path: CasePath<GlobalAction, Local.InputActionType>,
    optionalState: @escaping @Sendable (GlobalState) -> Local.StateType?,
    _ identity: PartIdentity<Local.StateType>
) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>
where Local.InputActionType == Local.OutputActionType, Local.StateType: Sendable {
    local.lift(case: path, optionalState: optionalState, identity: identity)
}

private func liftAsAny<Local: MiddlewareProtocol, Key: Hashable & Sendable, GlobalAction, GlobalState>(
    _ local: Local,
    _ path: CasePath<GlobalAction, ElementIDAction<Key, Local.InputActionType>>,
    stateDictionary: @escaping @Sendable (GlobalState) -> [Key: Local.StateType]
) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>
where Local.InputActionType == Local.OutputActionType, Local.StateType: Sendable {
    local.liftToDictionary(case: path, stateDictionary: stateDictionary)
}

private func liftAsAny<Local: MiddlewareProtocol, Elements: Collection & SendableMetatype, GlobalAction, GlobalState>(
    _ local: Local,
    _ path: CasePath<GlobalAction, ElementIDAction<Local.StateType.ID, Local.InputActionType>>,
    stateCollection: @escaping @Sendable (GlobalState) -> Elements
) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>
where
    Local.InputActionType == Local.OutputActionType, Local.StateType: Identifiable & Sendable,
    Local.StateType.ID: Sendable, Elements.Element == Local.StateType
{
    local.liftToCollection(case: path, stateCollection: stateCollection)
}
