// SPDX-License-Identifier: MIT

public import Observation
public import RexCore

/// A store for views: whoever reads a part of its state is notified of that part's changes, and of
/// no others.
///
/// ```swift
/// let model = ObservableStore(store)
/// withObservationTracking {
///     print(model.title)  // registers for the title alone
/// } onChange: {
///     print("the title has changed")
/// }
/// model.send(.rename("Evelina"))
/// ```
///
/// SwiftUI does this by itself for each view that reads a model in its `body`. The state needs no
/// macro. A part is compared by `==` if it is `Equatable`, else by a look inside of both values; if
/// nothing differs, nobody is notified. Readers are notified after the model has the new state,
/// once for all that they have read, and on the main actor:
///
/// - If the store processes on the main queue, or is dispatched to there, they are notified before
///   the dispatch returns.
/// - If it processes elsewhere, the newest state comes with the next turn of the main actor. Until
///   then the model has the one before, so what is read in one turn is one state.
///
/// It holds the store, so the store lives at least as long as its models.
///
/// - Complexity: a change compares each part that was read since it changed last, and looks at no
///   other. Reading takes time for a look into a table.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @dynamicMemberLookup
public final class ObservableStore<Action, State: Sendable>: Observable {
    let node: StateNode<State>
    let handler: AnyActionHandler<Action>
    /// The model of the state around this one, which keeps what this one needs.
    private let parent: AnyObject?
    /// The `Embedding` by which the actions become those of the parent.
    private let embedding: Any?
    nonisolated let getState: @Sendable () -> State
    /// The id of the element that this is a model of.
    nonisolated private let elementID: (any Hashable & Sendable)?

    /// Makes a model of a store, or of a projection of one.
    public init(_ store: some StoreType<Action, State>) {
        let store = store.eraseToAnyStoreType()
        let root = RootState(store)
        node = root.node
        handler = store.eraseToAnyActionHandler()
        parent = root
        embedding = nil
        getState = { store.state }
        elementID = nil
    }

    init<Embedded, ParentAction, ParentState>(
        node: StateNode<State>,
        handler: AnyActionHandler<Action>,
        parent: ObservableStore<ParentAction, ParentState>,
        embedding: Embedding<Embedded, ParentAction>,
        elementID: (any Hashable & Sendable)? = nil,
        getState: @escaping @Sendable () -> State
    ) {
        self.node = node
        self.handler = handler
        self.parent = parent
        self.embedding = embedding
        self.elementID = elementID
        self.getState = getState
    }

    /// Returns whether it is the child of this model whose actions become those of the model in
    /// this way.
    func isChild<Embedded, ParentAction>(
        of parent: AnyObject,
        by embedding: Embedding<Embedded, ParentAction>
    ) -> Bool {
        let own = self.embedding as? Embedding<Embedded, ParentAction>
        return self.parent === parent && own?.isSame(as: embedding) == true
    }

    /// The state; registers the reader for every change of it.
    public var state: State { self[dynamicMember: \.self] }

    /// A part of the state; registers the reader for changes of that part alone.
    public subscript<Part>(dynamicMember part: KeyPath<State, Part>) -> Part {
        node.read(part)
    }

    /// Dispatches an action to the store, with the place of this call as its source.
    public func send(
        _ action: Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) {
        handler.dispatch(action, file: file, function: function, line: line, info: info)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore: Identifiable where State: Identifiable {
    /// The id of the element that this is a model of, which stays when the element is gone; else
    /// that of the store's state.
    ///
    /// It registers nobody.
    nonisolated public var id: State.ID { elementID as? State.ID ?? getState().id }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore: Hashable {
    /// Returns whether both are the same model; what they show does not matter.
    nonisolated public static func == (one: ObservableStore, other: ObservableStore) -> Bool { one === other }

    /// Hashes the identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The state of a store as the main actor knows it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor private final class RootState<State: Sendable> {
    let node: StateNode<State>
    private let relay = StateRelay<State>()
    private let subscription: StoreSubscription

    init(_ store: AnyStoreType<some Any, State>) {
        let (state, subscription) = relay.start(store)
        // What changes on the main queue only is not kept: a reducer that changes a large collection would have to copy it.
        let snapshot = store.isOnMainQueue ? nil : Cell(state)
        let node = StateNode { snapshot?.value ?? store.state }
        self.node = node
        self.subscription = subscription
        relay.forward { [weak node] state in
            snapshot?.value = state
            var notices: [Tracked.Notice] = []
            unsafe withUnsafePointer(to: state) { unsafe node?.update(from: UnsafeRawPointer($0), into: &notices) }
            for notice in notices { notice.notify() }
        }
    }
}
