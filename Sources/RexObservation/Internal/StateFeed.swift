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

    /// A box, since a function that is taken out of a lock again and again is wrapped once more each time.
    private final class Receiver: Sendable {
        let receive: @MainActor (State) -> Void

        init(_ receive: @escaping @MainActor (State) -> Void) {
            self.receive = receive
        }
    }

    private let mailbox = Lock(Mailbox())
    private let receiver = Lock<Receiver?>(nil)
    private let mainQueue = StoreExecutor.mainQueue

    /// Observes a store; its state at this moment, and what keeps the observation going.
    @MainActor func start(_ store: AnyStoreType<some Any, State>) -> (state: State, subscription: StoreSubscription) {
        let subscription = store.observe { [weak self] state in self?.put(state) }
        let state = mailbox.withLock { $0.newest.take() }
        return (state ?? store.state, subscription)
    }

    /// Calls `receive` with each later state.
    @MainActor func forward(to receive: @escaping @MainActor (State) -> Void) {
        receiver.withLock { $0 = Receiver(receive) }
        drain()
    }

    private func put(_ state: State) {
        let receiver = mainQueue.isCurrentPlace ? receiver.withLock { $0 } : nil
        let needsTurn = mailbox.withLock { mailbox in
            mailbox.newest = receiver == nil ? state : nil
            if receiver != nil || mailbox.isScheduled { return false }
            mailbox.isScheduled = true
            return true
        }
        if let receiver {
            MainActor.assumeIsolated { receiver.receive(state) }
        } else if needsTurn {
            Task { @MainActor [weak self] in
                self?.mailbox.withLock { $0.isScheduled = false }
                self?.drain()
            }
        }
    }

    @MainActor private func drain() {
        guard let receiver = receiver.withLock({ $0 }), let state = mailbox.withLock({ $0.newest.take() }) else {
            return
        }
        receiver.receive(state)
    }
}
