// SPDX-License-Identifier: MIT

public import RexCore

/// Sends the results of presentations to their parent, after the actions that end them.
@usableFromInline struct PresentationResults<Action, Parent: Sendable, ParentState>: MiddlewareProtocol, Sendable {
    let input: @Sendable (Parent) -> PresentationAction<Action>?
    let endings: PresentationEndings<Action, Parent>
    /// Returns whether a presentation is there.
    let isPresent: @Sendable (PresentationID, ParentState) -> Bool

    @usableFromInline init(
        input: @escaping @Sendable (Parent) -> PresentationAction<Action>?,
        endings: PresentationEndings<Action, Parent>,
        isPresent: @escaping @Sendable (PresentationID, ParentState) -> Bool
    ) {
        self.input = input
        self.endings = endings
        self.isPresent = isPresent
    }

    @usableFromInline func handle(
        action: Parent,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<ParentState>
    ) -> IO<Parent> {
        guard case .presented(let id, let local)? = input(action), let result = endings.result(of: local, for: id),
            isPresent(id, getState())
        else { return .pure() }
        return .send(result, from: dispatcher, derivedBy: PresentationEnd(id: id))
    }
}

/// The step in the trail of a result.
struct PresentationEnd: ActionDerivation {
    let id: PresentationID

    var step: ActionSource.Step {
        ActionSource.Step(kind: "result", text: "Result of presentation \(id)", file: "", function: "", line: 0)
    }

    /// Returns the step unchanged: it contains no value of the action.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
