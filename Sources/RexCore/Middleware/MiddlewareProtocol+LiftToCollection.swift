// SPDX-License-Identifier: MIT

extension MiddlewareProtocol where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Makes this middleware of one element one of a whole collection of elements.
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
    ///   - inputAction: which element is meant and what happened to it, or nil.
    ///   - outputAction: what this middleware sends for an element, as an action of the whole.
    ///   - stateCollection: where the elements are kept; their ids are unique.
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

    /// Makes this middleware one of a collection, with one key path for both directions.
    ///
    /// What the middleware sends is written into a copy of the action that it answers, so the key path must be one whose
    /// setter replaces the value, as the properties of `@Prism` do.
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
