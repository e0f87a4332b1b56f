// SPDX-License-Identifier: MIT

public import RexCore

/// Sends the results of presentations to their parent, after the actions that end them.
///
/// All of it is inlinable: it is called for each action of a presentation.
@usableFromInline struct PresentationResults<Parent: Sendable, ParentState>: MiddlewareProtocol, Sendable {
    /// Returns the result of an action that ends a presentation, or nil for other actions and if the
    /// presentation is gone.
    @usableFromInline let result: @Sendable (Parent, GetState<ParentState>) -> (id: PresentationID, action: Parent)?

    @inlinable init(
        _ result: @escaping @Sendable (Parent, GetState<ParentState>) -> (id: PresentationID, action: Parent)?
    ) {
        self.result = result
    }

    @inlinable func handle(
        action: Parent,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<ParentState>
    ) -> IO<Parent> {
        guard let (id, result) = result(action, getState) else { return .pure() }
        return .send(result, from: dispatcher, derivedBy: PresentationEnd(id: id))
    }
}

/// The step in the trail of a result.
@usableFromInline struct PresentationEnd: ActionDerivation {
    @usableFromInline let id: PresentationID

    @inlinable init(id: PresentationID) { self.id = id }

    @usableFromInline var step: ActionSource.Step {
        ActionSource.Step(kind: "result", text: "Result of presentation \(id)", file: "", function: "", line: 0)
    }

    /// Returns the step unchanged: it contains no value of the action.
    @usableFromInline func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
