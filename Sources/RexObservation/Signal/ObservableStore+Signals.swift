// SPDX-License-Identifier: MIT

public import RexNavigation

/// Calls a function for the values of a `Signals`, until it is released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor public final class SignalConnection {
    private let adapter: AnyObject

    init(_ adapter: AnyObject) {
        self.adapter = adapter
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Calls a function once for each value of a `Signals`, in order, until the result is released.
    ///
    /// ```swift
    /// connection = model.onSignal(\.toasts, seen: EditorAction.toastsSeen) { [weak view] text in
    ///     view?.showToast(text)
    /// }
    /// ```
    ///
    /// For UIKit, AppKit and other views: call it when the view is on the screen, for example in
    /// `viewDidAppear`, and release the result when the view is gone. SwiftUI has the modifier
    /// `onSignal`.
    ///
    /// Values that wait already are delivered before the call returns, then each value when the model
    /// has its state, on the main actor. After the values that have come together, one action
    /// acknowledges them. It has the location of this call as its source. A view that comes back gets
    /// the values that were not delivered, and no value twice.
    ///
    /// If the model belongs to a presentation, an element or an optional part, nothing is delivered
    /// after its end. While the model shows a past state, nothing is delivered; see ``show(_:)``.
    ///
    /// A `Signals` has one view. If there are several of one model, the latest one gets the values. If
    /// they have two models that were made from one store, each gets all values. Debug builds report a
    /// second view in both cases, but not if the models were made from projections of the store.
    ///
    /// - Parameters:
    ///   - path: The `Signals` in the state.
    ///   - action: Returns the action for an acknowledgement. Its reducer calls `seen(upTo:)`.
    ///   - perform: Called with each value. It may dispatch actions and release the result.
    public func onSignal<Value>(
        _ path: KeyPath<State, Signals<Value>>,
        seen action: @escaping @MainActor (SignalID) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        perform: @escaping @MainActor (Value) -> Void
    ) -> SignalConnection {
        let adapter = SignalAdapter<Value>()
        let connection = SignalConnection(adapter)
        adapter.perform = perform
        adapter.isWanted = { [weak connection] in connection != nil }
        adapter.start(SignalSource(self, path, seen: action, file: file, function: function, line: line))
        return connection
    }
}
