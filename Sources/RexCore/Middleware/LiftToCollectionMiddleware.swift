// SPDX-License-Identifier: MIT

/// A middleware of one element that works for a collection: made by `liftToCollection` of a middleware.
///
/// An action for an element that is not in the collection before the reducer is not handled. The
/// part's state is the element, which is found by its id each time the part asks; once the element
/// is gone, the part reads what it was when the action was handled. What the part sends is for the
/// same element.
///
/// - Note: The part gets no context, since there is no element that it could be about.
/// - Complexity: O(1) on average in an array whose elements seldom move. O(*n*) for an id that is
///   not there, and in a collection without random access.
public struct LiftToCollectionMiddleware<
    GlobalInputActionType,
    GlobalOutputActionType,
    GlobalStateType,
    Part: MiddlewareProtocol
>: MiddlewareProtocol where Part.StateType: Identifiable & Sendable, Part.StateType.ID: Sendable {
    /// The actions of the whole.
    public typealias InputActionType = GlobalInputActionType
    /// The actions that are sent into the whole.
    public typealias OutputActionType = GlobalOutputActionType
    /// The state of the whole.
    public typealias StateType = GlobalStateType

    typealias ElementID = Part.StateType.ID

    let part: Part
    let input: @Sendable (GlobalInputActionType) -> ElementIDAction<ElementID, Part.InputActionType>?
    let output:
        OutputLift<GlobalInputActionType, ElementIDAction<ElementID, Part.OutputActionType>, GlobalOutputActionType>
    let element: @Sendable (ElementID, GlobalStateType) -> Part.StateType?

    /// Lets the part handle the action, if it is for an element that is there.
    public func handle(
        action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> IO<GlobalOutputActionType> {
        guard let local = input(action), let present = element(local.id, getState()) else { return .pure() }
        let id = local.id
        let io = part.handle(action: local.action, from: dispatcher) { [element] in
            element(id, getState()) ?? present
        }
        return output.lift(io.map { ElementIDAction(id: id, action: $0) }, action)
    }
}

extension LiftToCollectionMiddleware: Sendable where Part: Sendable {}
