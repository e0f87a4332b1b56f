// SPDX-License-Identifier: MIT

import OutboxMiddleware

/// A model of an optimistic state that follows its documentation.
///
/// It stores the events, and computes each result from all of them.
struct OptimisticModel {
    enum Event {
        case action(CardsAction)
        /// A state that was requested after a number of events.
        case pulled(CardAction, askedAfter: Int)
    }

    /// The state after some events.
    struct State {
        /// The actions that make the base from the initial state.
        var baseActions: [CardAction] = []
        /// The pending actions as they were performed.
        var pending: [(id: OutboxID, action: CardAction)] = []
        var answered: [OutboxID] = []
        var results: [OutboxID] = []
        /// The indices of the events that change the mark.
        var confirmations: [Int] = []
        /// The pending actions that were already pending when a pulled state was last taken.
        var pulledOver: [OutboxID] = []
        var hasConfirmedSomethingPulledOver = false
        var hasDroppedSinceLastPull = false

        var isStale: Bool { hasDroppedSinceLastPull || pending.isEmpty && hasConfirmedSomethingPulledOver }
    }

    private(set) var events: [Event] = []

    mutating func append(_ event: Event) { events.append(event) }

    var base: [Card] { state.baseActions.reduce(into: []) { reduceCards($1, &$0) } }

    var pending: [(id: OutboxID, action: CardAction)] {
        state.pending.map { ($0.id, renamed($0.action, before: events.count)) }
    }

    var shown: [Card] { pending.reduce(into: base) { reduceCards($1.action, &$0) } }

    var isStale: Bool { state.isStale }

    /// Returns an action with all names replaced that were renamed in the first events.
    private func renamed(_ action: CardAction, before count: Int) -> CardAction {
        events.prefix(count).reduce(action) { action, event in
            if case .action(.renamed(let old, let new)) = event {
                CardAction.renaming(action, old, new)
            } else {
                action
            }
        }
    }

    var state: State {
        var state = State()
        for (number, event) in events.enumerated() { apply(event, number, &state) }
        return state
    }

    private func apply(_ event: Event, _ number: Int, _ state: inout State) {
        switch event {
        case .pulled(let action, let count):
            if state.confirmations.contains(where: { $0 >= count }) {
                state.hasDroppedSinceLastPull = true
            } else {
                state.baseActions.append(action)
                state.confirmations.append(number)
                state.pulledOver = state.pending.map(\.id)
                (state.hasConfirmedSomethingPulledOver, state.hasDroppedSinceLastPull) = (false, false)
            }
        case .action(.perform(let id, let action)):
            if isPending(id, state) || state.results.contains(id) || state.answered.contains(id) { return }
            state.pending.append((id, action))
        case .action(.confirmed(let id, let actions)):
            guard isPending(id, state) else { return }
            let pending = state.pending.filter { $0.id == id }.map { renamed($0.action, before: number) }
            confirm(id, actions.isEmpty ? pending : actions, number, &state)
            state.answered.append(id)
        case .action(.result(let id, let action)):
            if let id, isPending(id, state) {
                confirm(id, [action], number, &state)
                state.results.append(id)
            } else if id.map({ !state.answered.contains($0) && !state.results.contains($0) }) ?? true {
                state.baseActions.append(action)
            }
        case .action(.rejected(let id)): leave(id, &state)
        case .action(.server(let action)): state.baseActions.append(action)
        case .action(.renamed), .action(.pulled): break
        }
    }

    private func isPending(_ id: OutboxID, _ state: State) -> Bool { state.pending.contains { $0.id == id } }

    private func confirm(_ id: OutboxID, _ actions: [CardAction], _ number: Int, _ state: inout State) {
        state.baseActions += actions
        state.confirmations.append(number)
        if state.pulledOver.contains(id) { state.hasConfirmedSomethingPulledOver = true }
        leave(id, &state)
    }

    private func leave(_ id: OutboxID, _ state: inout State) {
        state.pending.removeAll { $0.id == id }
        state.pulledOver.removeAll { $0 == id }
    }
}
