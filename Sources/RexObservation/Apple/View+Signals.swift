// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import RexNavigation
public import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension View {
    /// Calls a function once for each value of a `Signals`, in order, while this view is there.
    ///
    /// ```swift
    /// .onSignal(model, \.toasts, seen: EditorAction.toastsSeen) { text in toast = text }
    /// ```
    ///
    /// The view gets values from `onAppear` to `onDisappear`. Others wait in the state. See
    /// `ObservableStore.onSignal` for the order, the acknowledgement, and two views of one `Signals`.
    ///
    /// - Parameters:
    ///   - model: The model. If an update of this view passes another one, its values are delivered.
    ///   - path: The `Signals` in the state of the model.
    ///   - action: Returns the action for an acknowledgement. Its reducer calls `seen(upTo:)`.
    ///   - perform: Called with each value.
    public func onSignal<Action, State: Sendable, Value>(
        _ model: ObservableStore<Action, State>,
        _ path: KeyPath<State, Signals<Value>>,
        seen action: @escaping @MainActor (SignalID) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        perform: @escaping @MainActor (Value) -> Void
    ) -> some View {
        let source = SignalSource(model, path, seen: action, file: file, function: function, line: line)
        return SignalHost(source: source, perform: perform, content: self)
    }
}

/// A view with an adapter, which lives as long as the view.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct SignalHost<Value, Content: View>: View {
    let source: SignalSource<Value>
    let perform: @MainActor (Value) -> Void
    let content: Content
    @SwiftUI.State var adapter = SignalAdapter<Value>()

    var body: some View {
        let adapter = adapter
        adapter.perform = perform
        return
            content
            .onAppear { adapter.start(source) }
            .onDisappear { adapter.stop() }
            .onChange(of: source.identity) {
                // Before it appears, the view gets no values.
                if adapter.identity != nil { adapter.start(source) }
            }
    }
}
#endif
