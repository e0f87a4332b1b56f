// SPDX-License-Identifier: MIT

import RexCore

/// The root of the models of a store, without the type of the state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor class ModelRoot {
    /// The store of the models, or nil if they are those of a projection, which may have any part of it.
    final var storeIdentity: ObjectIdentifier?
    #if DEBUG
    /// The collections whose repeated ids were reported.
    final var reportedPaths: Set<AnyKeyPath> = []
    #endif
    private final let showing = Lock(false)
    /// The readers of `isShowing`.
    private final lazy var readers = Readers()

    /// Whether the models show a past state.
    nonisolated final var isShowing: Bool { showing.withLock { $0 } }

    /// Returns whether the models show a past state, and registers the reader for it.
    final func readIsShowing() -> Bool {
        readers.access()
        return isShowing
    }

    fileprivate final func set(isShowing new: Bool, into notices: inout [Tracked.Notice]) {
        guard isShowing != new else { return }
        showing.withLock { $0 = new }
        notices.append(readers.takeReaders())
    }

    func resume() {}

    /// Calls `body` when the models have the states of the store so far.
    nonisolated func whenReceived(_ body: @escaping @MainActor () -> Void) {}
}

/// The state of a store as seen on the main actor.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class RootState<State: Sendable>: ModelRoot {
    let node: StateNode<State>
    private let relay = StateRelay<State>()
    private let subscription: StoreSubscription
    /// Returns the state of the store.
    private let live: () -> State

    init(_ store: AnyStoreType<some Any, State>) {
        let (state, subscription) = relay.start(store)
        // A state that only changes on the main queue isn't kept here: otherwise, a reducer that
        // changes a large collection would have to copy it.
        let snapshot = store.isOnMainQueue ? nil : Cell(state)
        live = { snapshot?.value ?? store.state }
        node = StateNode(current: live)
        self.subscription = subscription
        super.init()
        relay.forward { [weak self] state in
            snapshot?.value = state
            if let self, !isShowing { update(to: state, isShowing: false) }
        }
    }

    /// Returns a handler that refuses actions while a past state is shown.
    func handler<Action>(of store: AnyStoreType<Action, State>) -> AnyActionHandler<Action> {
        store.handler.replacing { [self] action in
            guard isShowing else { return store.dispatch(action) }
            store.refuse(action, because: .showsPastState)
        }
    }

    /// Shows a past state instead of the store's.
    func show(_ state: State) {
        node.current = { state }
        update(to: state, isShowing: true)
    }

    override func resume() {
        guard isShowing else { return }
        node.current = live
        update(to: live(), isShowing: false)
    }

    nonisolated override func whenReceived(_ body: @escaping @MainActor () -> Void) {
        relay.whenReceived(body)
    }

    private func update(to state: State, isShowing: Bool) {
        var notices: [Tracked.Notice] = []
        set(isShowing: isShowing, into: &notices)
        unsafe withUnsafePointer(to: state) { unsafe node.update(from: UnsafeRawPointer($0), into: &notices) }
        for notice in notices { notice.notify() }
    }
}

/// Readers of a value that is not in the state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class Readers: Tracked {
    private let nothing = Cell(())

    init() {
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }
}
