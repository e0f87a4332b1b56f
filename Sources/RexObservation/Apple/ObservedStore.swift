// SPDX-License-Identifier: MIT

#if canImport(Combine)
public import Combine
public import RexCore

/// A store for views as an `ObservableObject`, for systems without Observation: before macOS 14 and
/// iOS 17.
///
/// ```swift
/// struct ShelfView: View {
///     @ObservedObject var model: ObservedStore<ShelfAction, Shelf>
///
///     var body: some View { Text(model.title) }
/// }
/// ```
///
/// Every view that observes it is notified of every change of its state. So give each view a small
/// store: one of a projection, or a ``scope(action:state:)``. It publishes on the main actor,
/// before its state changes, and not at all if the states are equal. When a write of a value was
/// processed, it publishes once more if the part differs from what was written or has no `==`. It
/// receives states like an ``ObservableStore``, and retains the store in the same way.
@MainActor @dynamicMemberLookup
public final class ObservedStore<Action, State: Sendable>: ObservableObject {
    /// The state.
    ///
    /// If the store processes actions elsewhere, the state as of the last turn of the main actor.
    public private(set) var state: State
    private let store: AnyStoreType<Action, State>
    private let relay = StateRelay<State>()
    private let subscription: StoreSubscription

    /// Makes a model of a store or of a projection.
    public init(_ store: some StoreType<Action, State>) {
        self.store = store.eraseToAnyStoreType()
        (state, subscription) = relay.start(self.store)
        relay.forward { [weak self] state in self?.receive(state) }
    }

    private func receive(_ new: State) {
        guard !Sameness.areSame(state, new) else { return }
        objectWillChange.send()
        state = new
    }

    /// Returns a part of the state.
    public subscript<Part>(dynamicMember part: KeyPath<State, Part>) -> Part { state[keyPath: part] }

    /// Dispatches an action to the store.
    ///
    /// The location of the call is its source.
    public func send(
        _ action: Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) {
        store.dispatch(action, file: file, function: function, line: line, info: info)
    }

    /// Makes a model of a part of the state with its own actions.
    ///
    /// Each call makes a new one.
    public func scope<ChildAction, Child: Sendable>(
        action: @escaping @Sendable (ChildAction) -> Action,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservedStore<ChildAction, Child> {
        ObservedStore<ChildAction, Child>(store.projection(action: action, state: { $0[keyPath: state] }))
    }

    /// Makes a value that reads a part of the state and dispatches an action when it is set.
    ///
    /// See ``ObservableStore/value(_:send:file:function:line:)``.
    public func value<Value>(
        _ part: KeyPath<State, Value>,
        send action: @escaping @MainActor (Value) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> ObservableValue<Value> {
        ObservableValue {
            self.state[keyPath: part]
        } set: { value in
            self.send(action(value), file: file, function: function, line: line)
            let correct: @MainActor () -> Void = {
                if Sameness.equality(of: Value.self)?(value, self.state[keyPath: part]) != true {
                    self.objectWillChange.send()
                }
            }
            self.store.handler.onIdle { [relay = self.relay] in relay.whenReceived(correct) }
        }
    }
}
#endif
