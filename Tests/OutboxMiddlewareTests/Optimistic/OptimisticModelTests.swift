// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import RexCore
import RexTestSupport
import Testing

/// Compares random programs of optimistic states with the model.
///
/// A program is a list of events: an action is performed, confirmed, rejected, or renames something, or
/// a state is pulled from the server. The state under test is a list of cards. `equatable` is its
/// reducer, and `any` the same without `==`. `OptimisticModel` keeps all events and computes each state
/// from all of them, as the documentation says.
///
/// A failure prints the seed, the events, the two real states, and the model's one. To repeat it,
/// replace `0..<programCount` by `seed...seed`. The last event is the one that went wrong, since each
/// shorter program has passed. `REX_PROGRAMS=1000` sets the number of programs.
@Suite struct OptimisticModelTests {
    private let equatable = Reducer.cards.optimistic(rewrite: CardAction.renaming)
    private let any = Reducer<CardAction, Sheet>.reduce { reduceCards($0, &$1.cards) }
        .optimistic(rewrite: CardAction.renaming)

    /// A state without `==`, which is replayed more often.
    private struct Sheet: Codable, Sendable {
        var cards: [Card] = []
    }

    private typealias Sheets = Optimistic<Sheet, CardAction>

    @Test func optimisticProgramsMatchTheModel() throws {
        var found: [String: Int] = [:]
        for seed in 0..<programCount {
            var random = SeededGenerator(seed: UInt64(seed))
            var (model, state, sheet) = (OptimisticModel(), Cards([]), Sheets(Sheet()))
            // The marks after each number of events.
            var marks = [(state.mark, sheet.mark)]
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                let event = event(model.state, marks.count - 1, &random)
                model.append(event)
                switch event {
                case .action(let action):
                    equatable.reduce(action, &state)
                    any.reduce(action, &sheet)
                case .pulled(let action, let count):
                    equatable.reduce(.pulled(action, askedAt: marks[count].0), &state)
                    any.reduce(.pulled(action, askedAt: marks[count].1), &sheet)
                }
                // The app restarts with the saved state.
                if Int.random(in: 0...100, using: &random) == 0 {
                    state = try JSONDecoder().decode(Cards.self, from: JSONEncoder().encode(state))
                    sheet = try JSONDecoder().decode(Sheets.self, from: JSONEncoder().encode(sheet))
                }
                marks.append((state.mark, sheet.mark))
            }
            count(model.state, &found)
            guard
                state.shown == model.shown, state.base == model.base,
                state.pending.map(\.id) == model.pending.map(\.id),
                state.pending.map(\.action) == model.pending.map(\.action),
                sheet.shown.cards == model.shown, sheet.base.cards == model.base,
                state.isStale == model.isStale, sheet.isStale == model.isStale
            else {
                Issue.record(
                    """
                    seed \(seed): \(model.events) gives \(state) and \(sheet), \
                    should be \(model.shown) over \(model.base), stale: \(model.isStale)
                    """
                )
                return
            }
        }
        for name in ["confirmed", "result", "stale", "dropped", "pending"] {
            #expect(found[name] ?? 0 > programCount / 20, "\(name)")
        }
    }

    private func count(_ state: OptimisticModel.State, _ found: inout [String: Int]) {
        if !state.answered.isEmpty { found["confirmed", default: 0] += 1 }
        if !state.results.isEmpty { found["result", default: 0] += 1 }
        if state.isStale { found["stale", default: 0] += 1 }
        if state.hasDroppedSinceLastPull { found["dropped", default: 0] += 1 }
        if !state.pending.isEmpty { found["pending", default: 0] += 1 }
    }

    private func event(
        _ state: OptimisticModel.State,
        _ count: Int,
        _ random: inout SeededGenerator
    ) -> OptimisticModel.Event {
        // Few ids and names, so that they repeat. Pending ids are more frequent.
        let pending = state.pending.randomElement(using: &random)
        let isPending = Int.random(in: 0...3, using: &random) > 0
        let id = isPending ? pending?.id ?? OutboxID(0) : OutboxID(Int.random(in: 0...8, using: &random))
        let first = state.pending.first
        switch Int.random(in: 0...15, using: &random) {
        case 0...4: return .action(.perform(OutboxID(Int.random(in: 0...12, using: &random)), cardAction(&random)))
        case 5: return .action(.confirmed(first?.id ?? id))
        case 6: return .action(.confirmed(first?.id ?? id, first.map { [$0.action] } ?? []))
        case 7:
            let actions = (0..<Int.random(in: 0...2, using: &random)).map { _ in cardAction(&random) }
            return .action(.confirmed(id, actions))
        case 8, 9: return .action(.rejected(id))
        case 10: return .action(.server(cardAction(&random)))
        case 11, 12: return .action(.renamed(name(&random), name(&random)))
        case 13: return .action(.result(of: Bool.random(using: &random) ? id : nil, cardAction(&random)))
        default:
            // Most pulls were requested a few events ago.
            let asked = max(0, count - Int.random(in: 0...6, using: &random))
            return .pulled(cardAction(&random), askedAfter: asked)
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
