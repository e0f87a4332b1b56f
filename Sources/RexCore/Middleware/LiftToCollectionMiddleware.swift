// SPDX-License-Identifier: MIT

/// A middleware of an element, lifted to a collection by `liftToCollection`.
///
/// An action is ignored if its element isn't in the collection before the reducer runs. The local
/// state is the element; each read finds it by its id. Once the element is removed, reads return
/// the element as it was when the action was handled. Sent actions are addressed to the same
/// element.
///
/// - Note: The local middleware gets no context, since the context has no element. In debug builds,
///   a middleware that implements ``MiddlewareProtocol/receiveContext(getState:output:)`` is
///   reported on standard error. To find out, the debug build calls it with an output without a
///   store.
/// - Complexity: O(1) on average in an array whose elements rarely move. O(*n*) if no element has
///   the id, and in a collection without random access.
public struct LiftToCollectionMiddleware<
    GlobalInputActionType,
    GlobalOutputActionType,
    GlobalStateType,
    Local: MiddlewareProtocol
>: MiddlewareProtocol where Local.StateType: Identifiable & Sendable, Local.StateType.ID: Sendable {
    /// The global input actions.
    public typealias InputActionType = GlobalInputActionType
    /// The global output actions.
    public typealias OutputActionType = GlobalOutputActionType
    /// The global state.
    public typealias StateType = GlobalStateType

    @usableFromInline typealias ElementID = Local.StateType.ID

    let local: Local
    let input: @Sendable (GlobalInputActionType) -> ElementIDAction<ElementID, Local.InputActionType>?
    let output:
        OutputLift<GlobalInputActionType, ElementIDAction<ElementID, Local.OutputActionType>, GlobalOutputActionType>
    let element: @Sendable (ElementID, GlobalStateType) -> Local.StateType?

    @usableFromInline init(
        local: Local,
        input: @escaping @Sendable (GlobalInputActionType) -> ElementIDAction<ElementID, Local.InputActionType>?,
        output: OutputLift<
            GlobalInputActionType, ElementIDAction<ElementID, Local.OutputActionType>, GlobalOutputActionType
        >,
        element: @escaping @Sendable (ElementID, GlobalStateType) -> Local.StateType?
    ) {
        self.local = local
        self.input = input
        self.output = output
        self.element = element
    }

    /// Calls `handle` of the local middleware, if the element of the action exists.
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

    /// Returns whether the element of the action exists and the action concerns the local
    /// middleware.
    public func isConcerned(
        by action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> Bool {
        guard let match = input(action), let present = element(match.id, getState()) else { return false }
        return local.isConcerned(by: match.action, from: dispatcher) { present }
    }

    /// Passes no context on.
    ///
    /// Debug builds report a local middleware that uses its context.
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
    /// Lifts this middleware of an element to a collection, and finds the elements by their ids.
    ///
    /// For the state that the middleware reads, see ``LiftToCollectionMiddleware``.
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
    ///   - inputAction: Returns the id of an element and the action for it, or nil if the action
    ///     doesn't match.
    ///   - outputAction: Turns an action that this middleware sends for an element into a global
    ///     action.
    ///   - stateCollection: Returns the elements of the global state. Their ids are unique.
    @_alwaysEmitIntoClient public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection>(
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

    /// Lifts this middleware of an element to a collection, with one key path for input and output.
    ///
    /// Each sent action is written into a copy of the answered action. So the setter of the key
    /// path must replace the value, as the properties generated by `@Prism` do.
    @_alwaysEmitIntoClient public func liftToCollection<GlobalAction: Sendable, GlobalState, Elements: Collection>(
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

/// Returns a function that finds elements by their ids and remembers their indices.
@_alwaysEmitIntoClient package func findingElements<Global, Elements: Collection & SendableMetatype>(
    in elements: @escaping @Sendable (Global) -> Elements
) -> @Sendable (Elements.Element.ID, Global) -> Elements.Element?
where Elements.Element: Identifiable & SendableMetatype, Elements.Element.ID: SendableMetatype {
    let table = ElementTable()
    return { id, global in
        let elements = elements(global)
        return table.index(of: id, in: elements, by: OwnID()).map { elements[$0] }
    }
}
