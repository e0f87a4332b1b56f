// SPDX-License-Identifier: MIT

import RexCore

/// Passes the states of a store to the main actor: at once if they arrive there, otherwise at its
/// next turn.
///
/// If several states wait for that turn, only the latest is passed on.
final class StateRelay<State: Sendable>: Sendable {
    private struct Mailbox {
        var newest: State?
        /// Whether the mailbox will be read: by a scheduled task, or initially when the receiver is
        /// set.
        var isScheduled = true
    }

    private let mailbox = Lock(Mailbox())
    @MainActor private var receiver: (@MainActor (State) -> Void)?

    /// Observes a store.
    ///
    /// Returns its current state, and the subscription that keeps the observation alive.
    @MainActor func start(_ store: AnyStoreType<some Any, State>) -> (state: State, subscription: StoreSubscription) {
        let subscription = store.observe { [weak self] state in self?.put(state) }
        return (takeNewest() ?? store.state, subscription)
    }

    /// Calls `receive` with each later state.
    @MainActor func forward(to receive: @escaping @MainActor (State) -> Void) {
        receiver = receive
        takeTurn()
    }

    #if canImport(Dispatch)
    private static var isOnMainActor: Bool { StoreExecutor.mainQueue.isCurrentExecutor }
    #else
    // Without queues there is only one thread.
    private static var isOnMainActor: Bool { true }
    #endif

    private func put(_ state: State) {
        if Self.isOnMainActor { return MainActor.assumeIsolated { overtake(with: state) } }
        let needsTurn = mailbox.withLock { mailbox in
            defer { mailbox.isScheduled = true }
            mailbox.newest = state
            return !mailbox.isScheduled
        }
        guard needsTurn else { return }
        Task { @MainActor [weak self] in
            self?.takeTurn()
        }
    }

    /// Calls `body` when the receiver has got the states so far: at once, or after the next turn of
    /// the main actor.
    func whenReceived(_ body: @escaping @MainActor () -> Void) {
        if Self.isOnMainActor, mailbox.withLock({ $0.newest == nil }) { return MainActor.assumeIsolated(body) }
        Task { @MainActor in
            takeTurn()
            body()
        }
    }

    /// Passes on a state and drops a waiting one.
    ///
    /// Without a receiver, the state is read from the store at the start.
    @MainActor private func overtake(with state: State) {
        _ = takeNewest()
        receiver?(state)
    }

    @MainActor private func takeTurn() {
        mailbox.withLock { $0.isScheduled = false }
        guard let receiver, let state = takeNewest() else { return }
        receiver(state)
    }

    private func takeNewest() -> State? { mailbox.withLock { $0.newest.take() } }
}
