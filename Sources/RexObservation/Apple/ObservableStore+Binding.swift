// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Makes a binding to a part of the state.
    ///
    /// Setting it dispatches an action. See ``value(_:send:file:function:line:)``.
    ///
    /// ```swift
    /// TextField("Title", text: model.binding(\.title, send: TodoAction.rename))
    /// ```
    public func binding<Value: Sendable>(
        _ part: KeyPath<State, Value>,
        send action: @escaping @MainActor (Value) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Binding<Value> {
        Binding(value(part, send: action, file: file, function: function, line: line))
    }

    /// Makes a binding to the model of an optional part of the state.
    ///
    /// Setting it to nil dispatches `dismiss`. See ``value(_:action:dismiss:file:function:line:)``.
    ///
    /// ```swift
    /// .sheet(item: model.binding(\.player, action: MusicAction.player, dismiss: .closed)) { player in
    ///     PlayerView(model: player)
    /// }
    /// ```
    ///
    /// It also works with `navigationDestination(item:)`. A sheet needs a part with an id. A part
    /// with another id gets another sheet.
    public func binding<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (ChildAction) -> Action,
        dismiss: Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Binding<ObservableStore<ChildAction, Child>?> {
        let embedding = Embedding(of: action)
        return Binding(value(path, by: embedding, dismiss: dismiss, file: file, function: function, line: line))
    }
}

extension ObservedStore {
    /// Makes a binding to a part of the state.
    ///
    /// Setting it dispatches an action.
    public func binding<Value: Sendable>(
        _ part: KeyPath<State, Value>,
        send action: @escaping @MainActor (Value) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Binding<Value> {
        Binding(value(part, send: action, file: file, function: function, line: line))
    }
}

extension Binding where Value: Sendable {
    init(_ value: ObservableValue<Value>) {
        self.init(get: value.get, set: value.set)
    }
}
#endif
