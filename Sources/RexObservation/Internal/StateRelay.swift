// SPDX-License-Identifier: MIT

import RexCore

/// Brings the states of a store to the main actor: at once if they come there, else with the next
/// turn of that actor.
///
/// Several states that wait for the turn are one, the newest.
final class StateRelay<State: Sendable>: Sendable {
    private struct Mailbox {
        var newest: State?
        /// True if somebody is going to look: until there is a receiver, who brings it.
        var isScheduled = true
    }

    private let mailbox = Lock(Mailbox())
    @MainActor private var receiver: (@MainActor (State) -> Void)?

    /// Observes a store; its state at this moment, and what keeps the observation going.
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
    // Where there are no queues there is one thread.
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

    /// Brings a state instead of one that waits; until there is a receiver, whoever starts reads
    /// the state of the store.
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
