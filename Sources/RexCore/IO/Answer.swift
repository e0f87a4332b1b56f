// SPDX-License-Identifier: MIT

/// An action that is known before the reducer runs, to be sent after it; derived from the action at hand.
@usableFromInline package protocol Answer<Action>: ActionSource.Derivation {
    associatedtype Action

    var action: Action { get }
}

extension DispatchedAction {
    /// The action of an answer with its source.
    @inlinable package init(_ answer: any Answer<Action>) {
        self.init(answer.action, dispatcher: ActionSource(answer))
    }
}
