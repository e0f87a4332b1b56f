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
    let parent: AnyObject
    /// The root of this model, and of all models that were derived from the same one.
    let root: ModelRoot
    /// The part of the parent's state, or nil if this model was made from a store.
    private let path: AnyKeyPath?
    /// The `Embedding` that maps the actions to actions of the parent.
    private let embedding: Any?
    nonisolated let getState: @Sendable () -> State
    /// Returns whether the part of the store's state that this model stands for is still there.
    nonisolated let isPresent: @Sendable () -> Bool
    /// The id of the element, if this is the model of one.
    nonisolated private let elementID: (any Hashable & Sendable)?

    /// Makes a model of a store or of a projection.
    public init(_ store: some StoreType<Action, State>) {
        let isProjection = store is AnyStoreType<Action, State>
        let store = store.eraseToAnyStoreType()
        let root = RootState(store)
        node = root.node
        handler = root.handler(of: store)
        if !isProjection { root.storeIdentity = handler.storeIdentity }
        parent = root
        self.root = root
        path = nil
        embedding = nil
        getState = { store.state }
        isPresent = { true }
        elementID = nil
    }

    init<Embedded, ParentAction, ParentState>(
        node: StateNode<State>,
        handler: AnyActionHandler<Action>,
        parent: ObservableStore<ParentAction, ParentState>,
        path: AnyKeyPath,
        embedding: Embedding<Embedded, ParentAction>,
        elementID: (any Hashable & Sendable)? = nil,
        getState: @escaping @Sendable () -> State,
        isPresent: @escaping @Sendable () -> Bool
    ) {
        self.node = node
        self.handler = handler
        self.parent = parent
        root = parent.root
        self.path = path
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

    /// Identifies a part of the store's state: the paths to it, and the ids of elements.
    func place(of part: AnyKeyPath) -> [AnyHashable] {
        guard let path, let parent = parent as? any Placed else {
            return [root.storeIdentity ?? ObjectIdentifier(root), part]
        }
        func hashable(_ id: some Hashable) -> AnyHashable { AnyHashable(id) }
        if let elementID { return parent.place(of: path) + [hashable(elementID), part] }
        return path.appending(path: part).map(parent.place) ?? parent.place(of: path) + [part]
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
    /// The location of the call is its source. While ``isShowingPastState`` is true, the action is
    /// refused; see ``show(_:)``.
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

/// A model without its generic types.
@MainActor private protocol Placed {
    func place(of part: AnyKeyPath) -> [AnyHashable]
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore: Placed {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore: Identifiable where State: Identifiable {
    /// The id of the element if this is the model of one, even after its removal.
    ///
    /// Otherwise the id of the store's current state, also while a past state is shown.
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
