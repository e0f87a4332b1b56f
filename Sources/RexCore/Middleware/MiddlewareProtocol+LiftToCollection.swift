// SPDX-License-Identifier: MIT

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
    ///   - inputAction: the id of the element and the action for it, or nil if none is meant.
    ///   - outputAction: what this middleware sends for an element, as an action of the whole.
    ///   - stateCollection: where the whole keeps the elements; their ids are unique.
    public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> LiftToCollectionMiddleware<GlobalInput, GlobalOutput, GlobalState, Self>
    where Elements: SendableMetatype, Elements.Element == StateType {
        LiftToCollectionMiddleware(
            part: self,
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
            part: self,
            input: { $0[keyPath: action] },
            output: OutputLift(writingThrough: action),
            element: findingElements(in: stateCollection)
        )
    }
}

/// A function that finds elements by their ids and remembers where they were.
package func findingElements<Whole, Elements: Collection & SendableMetatype>(
    in elements: @escaping @Sendable (Whole) -> Elements
) -> @Sendable (Elements.Element.ID, Whole) -> Elements.Element?
where Elements.Element: Identifiable & SendableMetatype, Elements.Element.ID: SendableMetatype {
    let table = ElementTable<Elements.Element.ID>()
    return { id, whole in
        let elements = elements(whole)
        return table.index(of: id, in: elements, by: { $0.id }).map { elements[$0] }
    }
}
