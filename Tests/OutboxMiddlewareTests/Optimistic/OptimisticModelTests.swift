// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore
import RexTestSupport
import Testing

/// An optimistic state as its documentation tells it: it replays everything each time.
private struct OptimisticModel {
    var base: [Card] = []
    var pending: [(id: OutboxID, action: CardAction)] = []

    var shown: [Card] { pending.reduce(into: base) { reduceCards($1.action, &$0) } }

    mutating func apply(_ action: CardsAction) {
        switch action {
        case .perform(let id, let action): if index(of: id) == nil { pending.append((id, action)) }
        case .confirmed(let id, let actions):
            guard let index = index(of: id) else { return }
            let action = pending.remove(at: index).action
            for action in actions.isEmpty ? [action] : actions { reduceCards(action, &base) }
        case .rejected(let id): if let index = index(of: id) { pending.remove(at: index) }
        case .server(let action): reduceCards(action, &base)
        case .renamed(let old, let new): pending = pending.map { ($0.id, CardAction.renaming($0.action, old, new)) }
        }
    }

    private func index(of id: OutboxID) -> Int? { pending.firstIndex { $0.id == id } }
}

/// Random programs of optimistic states, which show what the model does.
@Suite struct OptimisticModelTests {
    private let equatable = Reducer.cards.optimistic(rewrite: CardAction.renaming)
    private let any = Reducer<CardAction, Sheet>.reduce { reduceCards($0, &$1.cards) }
        .optimistic(rewrite: CardAction.renaming)

    /// A state that cannot be compared, which is replayed more often.
    private struct Sheet: Sendable {
        var cards: [Card] = []
    }

    @Test func eachProgramShowsWhatTheModelDoes() {
        var confirmations = 0
        for seed in 0..<programCount {
            var random = SeededGenerator(seed: UInt64(seed))
            var (model, state, sheet) = (OptimisticModel(), Cards([]), Optimistic<Sheet, CardAction>(Sheet()))
            var trace: [CardsAction] = []
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                let action = action(model, &random)
                trace.append(action)
                if case .confirmed = action { confirmations += 1 }
                model.apply(action)
                equatable.reduce(action, &state)
                any.reduce(action, &sheet)
            }
            guard
                state.shown == model.shown, state.base == model.base,
                state.pending.map(\.id) == model.pending.map(\.id),
                state.pending.map(\.action) == model.pending.map(\.action),
                sheet.shown.cards == model.shown, sheet.base.cards == model.base
            else {
                Issue.record("seed \(seed): \(trace) shows \(state.shown) and \(sheet.shown), should be \(model.shown)")
                return
            }
        }
        #expect(confirmations > programCount)
    }

    private func action(_ model: OptimisticModel, _ random: inout SeededGenerator) -> CardsAction {
        // Few identities and names, so that they meet; those that are pending more often.
        let pending = model.pending.randomElement(using: &random)
        let isPending = Int.random(in: 0...3, using: &random) > 0
        let id = isPending ? pending?.id ?? OutboxID(0) : OutboxID(Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0...11, using: &random) {
        case 0...4: return .perform(OutboxID(Int.random(in: 0...12, using: &random)), cardAction(&random))
        case 5: return .confirmed(model.pending.first?.id ?? id)
        case 6: return .confirmed(model.pending.first?.id ?? id, model.pending.first.map { [$0.action] } ?? [])
        case 7: return .confirmed(id, (0..<Int.random(in: 0...2, using: &random)).map { _ in cardAction(&random) })
        case 8, 9: return .rejected(id)
        case 10: return .server(cardAction(&random))
        default: return .renamed(name(&random), name(&random))
        }
    }

    private func cardAction(_ random: inout SeededGenerator) -> CardAction {
        let name = name(&random)
        return switch Int.random(in: 0...5, using: &random) {
        case 0, 1: .add(name, "\(Int.random(in: 0...9, using: &random))")
        case 2, 3: .write(name, "\(Int.random(in: 0...9, using: &random))")
        case 4: .moveToFront(name)
        default: .remove(name)
        }
    }

    private func name(_ random: inout SeededGenerator) -> String {
        ["a", "b", "c", "d"][Int.random(in: 0...3, using: &random)]
    }
}
