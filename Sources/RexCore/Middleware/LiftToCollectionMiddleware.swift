// SPDX-License-Identifier: MIT

/// A middleware of one element that works for a collection: made by `liftToCollection` of a
/// middleware.
///
/// An action for an element that is not in the collection before the reducer is not handled. The
/// local state is the element, which is found by its id at each reading; once the element is gone,
/// it is what it was when the action was handled. What the local middleware sends is for the same
/// element.
///
/// - Note: The local middleware gets no context, since there is no element that it could be about.
///   One that has a ``MiddlewareProtocol/receiveContext(getState:output:)`` is reported on standard
///   error in debug builds, which call it with an output that leads nowhere to find out.
/// - Complexity: O(1) on average in an array whose elements seldom move. O(*n*) for an id that is
///   not there, and in a collection without random access.
public struct LiftToCollectionMiddleware<
    GlobalInputActionType,
    GlobalOutputActionType,
    GlobalStateType,
    Local: MiddlewareProtocol
>: MiddlewareProtocol where Local.StateType: Identifiable & Sendable, Local.StateType.ID: Sendable {
    /// The global actions.
    public typealias InputActionType = GlobalInputActionType
    /// The global actions that are sent.
    public typealias OutputActionType = GlobalOutputActionType
    /// The global state.
    public typealias StateType = GlobalStateType

    typealias ElementID = Local.StateType.ID

    let local: Local
    let input: @Sendable (GlobalInputActionType) -> ElementIDAction<ElementID, Local.InputActionType>?
    let output:
        OutputLift<GlobalInputActionType, ElementIDAction<ElementID, Local.OutputActionType>, GlobalOutputActionType>
    let element: @Sendable (ElementID, GlobalStateType) -> Local.StateType?

    /// Lets the local middleware handle the action, if it is for an element that is there.
    public func handle(
        action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> IO<GlobalOutputActionType> {
        guard let match = input(action), let present = element(match.id, getState()) else { return .pure() }
        let id = match.id
        let io = local.handle(action: match.action, from: dispatcher) { [element] in
            element(id, getState()) ?? present
        }
        return output.lift(io.map { ElementIDAction(id: id, action: $0) }, action)
    }

    /// Returns whether the action is for an element that is there, and concerns the local middleware.
    public func isConcerned(
        by action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> Bool {
        guard let match = input(action), let present = element(match.id, getState()) else { return false }
        return local.isConcerned(by: match.action, from: dispatcher) { present }
    }

    /// Passes no context on; in debug builds it reports a middleware that has a use for one.
    public func receiveContext(
        getState: @escaping GetState<GlobalStateType>,
        output: AnyActionHandler<GlobalOutputActionType>
    ) {
        output.noteThatNothingListens()
        #if DEBUG
        guard ContextProbe.findsListener(in: local) else { return }
        report(
            """
            receiveContext of \(type(of: local)) is not called: the middleware was lifted to a collection, and a context \
            has no element. Lift a middleware that uses its context with lift(inputAction:outputAction:state:).
            """
        )
        #endif
    }
}

extension LiftToCollectionMiddleware: Sendable where Local: Sendable {}

extension MiddlewareProtocol where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts this middleware of one element to a collection, whose elements are found by their ids.
    ///
    /// ``LiftToCollectionMiddleware`` says what the middleware of an element gets to see.
    ///
    /// ```swift
    /// let rows = row.liftToCollection(
    ///     inputAction: \AppAction.row,
    ///     outputAction: AppAction.row,
    ///     stateCollection: \AppState.rows
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - inputAction: the id of the element and the action for it, or nil if none matches.
    ///   - outputAction: what this middleware sends for an element, as a global action.
    ///   - stateCollection: where the global state has the elements; their ids are unique.
    public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> LiftToCollectionMiddleware<GlobalInput, GlobalOutput, GlobalState, Self>
    where Elements: SendableMetatype, Elements.Element == StateType {
        LiftToCollectionMiddleware(
            local: self,
            input: inputAction,
            output: OutputLift(outputAction),
            element: findingElements(in: stateCollection)
        )
    }

    /// Lifts this middleware of one element to a collection, with one key path for both directions.
    ///
    /// What this middleware sends is written into a copy of the action that it answers, so the key
    /// path must be one whose setter replaces the value, as those of the properties of `@Prism` do.
    public func liftToCollection<GlobalAction: Sendable, GlobalState, Elements: Collection>(
        action: any WritableKeyPath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>?> & Sendable,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> LiftToCollectionMiddleware<GlobalAction, GlobalAction, GlobalState, Self>
    where InputActionType == OutputActionType, Elements: SendableMetatype, Elements.Element == StateType {
        LiftToCollectionMiddleware(
            local: self,
            input: { $0[keyPath: action] },
            output: OutputLift(writingThrough: action),
            element: findingElements(in: stateCollection)
        )
    }
}

/// A function that finds elements by their ids and remembers where they were.
@usableFromInline package func findingElements<Global, Elements: Collection & SendableMetatype>(
    in elements: @escaping @Sendable (Global) -> Elements
) -> @Sendable (Elements.Element.ID, Global) -> Elements.Element?
where Elements.Element: Identifiable & SendableMetatype, Elements.Element.ID: SendableMetatype {
    let table = ElementTable()
    return { id, global in
        let elements = elements(global)
        return table.index(of: id, in: elements, by: OwnID()).map { elements[$0] }
    }
}
