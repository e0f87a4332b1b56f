// SPDX-License-Identifier: MIT

/// Past states, for debugging.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Shows a past state in all views of this model and of its children, until ``resume()``.
    ///
    /// ```swift
    /// model.show(past)            // for example from a recording
    /// model.send(.rename("New"))  // refused
    /// model.resume()              // shows the latest state of the store
    /// ```
    ///
    /// Only views look back. The store is never set back: it processes the actions that come from
    /// elsewhere, and its effects run. The views show nothing of that before ``resume()``.
    ///
    /// This model and its children read the past state, whether the children were made before or
    /// after this call: parts, elements, presentations and selectors. Readers of a part are notified
    /// before this call returns, once, if the part differs from what they have read. A child whose
    /// element, optional part or presentation isn't in the past state keeps its last known value.
    /// Other models of the same store are not affected. Another call replaces the past state.
    ///
    /// What the views send is refused: the store and its middlewares don't get it. That includes
    /// bindings, dismissals and the acknowledgements of signals. The refusal is reported on the main
    /// thread like that of an action whose part of the state is gone: recordings, loggers and
    /// `TestStore` have it, with the source of the action. A view that sets a binding reads the old
    /// value afterwards. A sheet that the user closes opens again. Views that are registered with
    /// `onSignal` get no values before ``resume()``.
    ///
    /// Models keep the past state until ``resume()``, or until they are released.
    ///
    /// - Precondition: This is the model that was made from the store, not one of its children.
    /// - Parameter state: The whole state of this model. It needn't be one that the store has had.
    /// - Complexity: As for a change of the state: the parts that were read are compared.
    public func show(_ state: State) {
        guard let root = parent as? RootState<State> else {
            preconditionFailure(
                """
                show(_:) was called on the model of a part of the state, \(Self.self). Call it on the model that was \
                made from the store, with the whole state.
                """
            )
        }
        root.show(state)
    }

    /// Shows the latest state of the store again, in all views of this model's root and its children.
    ///
    /// Readers are notified before this call returns, once for each part that differs from the past
    /// state. From now on, actions reach the store. Signals that came meanwhile are delivered. Does
    /// nothing unless a past state is shown. Any child may call it.
    public func resume() {
        root.resume()
    }

    /// Whether this model shows a past state, and refuses actions.
    ///
    /// Registers the reader, so that a view can show a banner. Children have the value of their root.
    public var isShowingPastState: Bool { root.readIsShowing() }
}
