// SPDX-License-Identifier: MIT

public import Observation
public import RexCore

/// A store for views.
///
/// Readers of a part of its state are notified of changes of that part only.
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
/// SwiftUI registers each view that reads a model in its `body`. The state needs no macro. Parts
/// are compared with `==` if they are `Equatable`, otherwise by their stored values. If they are
/// equal, readers aren't notified. Readers are notified on the main actor, after the model has the
/// new state, once for all the parts that they have read:
///
/// - If the store processes on the main queue, or the action is dispatched there, readers are
///   notified before the dispatch returns.
/// - If it processes elsewhere, the latest state arrives at the next turn of the main actor. Until
///   then, the model has the previous state, so all reads in one turn see the same state.
///
/// The model retains the store, so the store lives at least as long as its models.
///
/// - Complexity: A change compares each part that was read since its last change, and no other
///   part. Reading a part is a look-up in a dictionary.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @dynamicMemberLookup
public final class ObservableStore<Action, State: Sendable>: Observable {
    let node: StateNode<State>
    let handler: AnyActionHandler<Action>
    /// The parent model, or the root, which retains the objects that this model needs.
    private let parent: AnyObject?
    /// The `Embedding` that maps the actions to actions of the parent.
    private let embedding: Any?
    nonisolated let getState: @Sendable () -> State
    /// Returns whether the part of the store's state that this model stands for is still there.
    nonisolated let isPresent: @Sendable () -> Bool
    /// The id of the element, if this is the model of one.
    nonisolated private let elementID: (any Hashable & Sendable)?

    /// Makes a model of a store or of a projection.
    public init(_ store: some StoreType<Action, State>) {
        let store = store.eraseToAnyStoreType()
        let root = RootState(store)
        node = root.node
        handler = store.eraseToAnyActionHandler()
        parent = root
        embedding = nil
        getState = { store.state }
        isPresent = { true }
        elementID = nil
    }

    init<Embedded, ParentAction, ParentState>(
        node: StateNode<State>,
        handler: AnyActionHandler<Action>,
        parent: ObservableStore<ParentAction, ParentState>,
        embedding: Embedding<Embedded, ParentAction>,
        elementID: (any Hashable & Sendable)? = nil,
        getState: @escaping @Sendable () -> State,
        isPresent: @escaping @Sendable () -> Bool
    ) {
        self.node = node
        self.handler = handler
        self.parent = parent
        self.embedding = embedding
        self.elementID = elementID
        self.getState = getState
        self.isPresent = isPresent
    }

    /// Returns whether this is the child of `parent` with this embedding.
    func isChild<Embedded, ParentAction>(
        of parent: AnyObject,
        by embedding: Embedding<Embedded, ParentAction>
    ) -> Bool {
        let own = self.embedding as? Embedding<Embedded, ParentAction>
        return self.parent === parent && own?.isSame(as: embedding) == true
    }

    /// The state.
    ///
    /// Registers the reader for every change.
    public var state: State { self[dynamicMember: \.self] }

    /// A part of the state.
    ///
    /// Registers the reader for changes of that part only.
    public subscript<Part>(dynamicMember part: KeyPath<State, Part>) -> Part {
        node.read(part)
    }

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
        handler.dispatch(action, file: file, function: function, line: line, info: info)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore: Identifiable where State: Identifiable {
    /// The id of the element if this is the model of one, even after its removal.
    ///
    /// Otherwise the id of the store's current state.
    ///
    /// Reading it registers no reader.
    nonisolated public var id: State.ID { elementID as? State.ID ?? getState().id }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore: Hashable {
    /// Returns whether both are the same model, independent of their states.
    nonisolated public static func == (one: ObservableStore, other: ObservableStore) -> Bool { one === other }

    /// Hashes the identity.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The state of a store as seen on the main actor.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor private final class RootState<State: Sendable> {
    let node: StateNode<State>
    private let relay = StateRelay<State>()
    private let subscription: StoreSubscription

    init(_ store: AnyStoreType<some Any, State>) {
        let (state, subscription) = relay.start(store)
        // A state that only changes on the main queue isn't kept here: otherwise, a reducer that
        // changes a large collection would have to copy it.
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
