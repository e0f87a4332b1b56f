// SPDX-License-Identifier: MIT

#if canImport(Combine)
public import Combine
public import RexCore

/// A store for views as an `ObservableObject`, where there is no Observation: before macOS 14 and
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
/// Every view that observes it is notified when anything of the state has changed, so give each
/// view a small one: of a projection, or a ``scope(action:state:)``. It publishes before its state
/// changes, on the main actor, and nothing if nothing differs. States come to it as to an
/// ``ObservableStore``, and it holds the store as that does.
@MainActor @dynamicMemberLookup
public final class ObservedStore<Action, State: Sendable>: ObservableObject {
    /// The state, as it was at the last turn of the main actor if the store processes elsewhere.
    public private(set) var state: State
    private let store: AnyStoreType<Action, State>
    private let relay = StateRelay<State>()
    private let subscription: StoreSubscription

    /// Makes a model of a store, or of a projection of one.
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

    /// A part of the state.
    public subscript<Part>(dynamicMember part: KeyPath<State, Part>) -> Part { state[keyPath: part] }

    /// Dispatches an action to the store, with the place of this call as its source.
    public func send(
        _ action: Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) {
        store.dispatch(action, file: file, function: function, line: line, info: info)
    }

    /// Makes a model of a part of the state, with actions of its own; another one each time.
    public func scope<ChildAction, Child: Sendable>(
        action: @escaping @Sendable (ChildAction) -> Action,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservedStore<ChildAction, Child> {
        ObservedStore<ChildAction, Child>(store.projection(action: action, state: { $0[keyPath: state] }))
    }

    /// Makes a model of a part of the state, whose actions are those of one case; another one each
    /// time.
    public func scope<ChildAction, Child: Sendable>(
        case path: CasePath<Action, ChildAction>,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservedStore<ChildAction, Child> {
        scope(action: path.embed, state: state)
    }

    /// Makes something of a part of the state that can be read, and set by an action; see
    /// ``ObservableStore/value(_:send:file:function:line:)``.
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
        }
    }
}
#endif
