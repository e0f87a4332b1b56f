// SPDX-License-Identifier: MIT

import RexCore

/// Brings the states of a store to the main actor: at once if they come there, else with the next turn of that actor.
///
/// Several states that wait for the turn are one, the newest.
final class StateFeed<State: Sendable>: Sendable {
    private struct Mailbox {
        var newest: State?
        var isScheduled = false
    }

    private let mailbox = Lock(Mailbox())
    private let receive: Lock<(@MainActor (State) -> Void)?> = Lock(nil)
    private let mainQueue = StoreExecutor.mainQueue

    /// Observes a store; its state at this moment, and what keeps the observation going.
    @MainActor func start(_ store: AnyStoreType<some Any, State>) -> (state: State, subscription: StoreSubscription) {
        let subscription = store.observe { [weak self] state in self?.put(state) }
        let state = mailbox.withLock { $0.newest.take() }
        return (state ?? store.state, subscription)
    }

    /// Calls `receive` with each later state.
    @MainActor func forward(to receive: @escaping @MainActor (State) -> Void) {
        self.receive.withLock { $0 = receive }
        drain()
    }

    private func put(_ state: State) {
        let receive = mainQueue.isCurrentPlace ? receive.withLock { $0 } : nil
        let needsTurn = mailbox.withLock { mailbox in
            mailbox.newest = receive == nil ? state : nil
            if receive != nil || mailbox.isScheduled { return false }
            mailbox.isScheduled = true
            return true
        }
        if let receive {
            MainActor.assumeIsolated { receive(state) }
        } else if needsTurn {
            Task { @MainActor [weak self] in
                self?.mailbox.withLock { $0.isScheduled = false }
                self?.drain()
            }
        }
    }

    @MainActor private func drain() {
        guard let receive = receive.withLock({ $0 }), let state = mailbox.withLock({ $0.newest.take() }) else { return }
        receive(state)
    }
}
