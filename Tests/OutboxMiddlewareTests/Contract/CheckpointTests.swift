// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// An optimistic list and an outbox, saved in two files.
@Suite struct CheckpointTests {
    private struct Board: Sendable {
        var cards = Cards([])
        var outbox = Outbox<CardAction>()
        var isOnline = true
    }

    private enum BoardAction: Sendable {
        case perform(CardAction), connect(Bool), cancel(OutboxID), retry(OutboxID), cancelAll, save
        case outbox(OutboxAction<CardAction, String>)

        static let outbox = CasePath<BoardAction, OutboxAction<CardAction, String>>(
            extract: { if case .outbox(let action) = $0 { action } else { nil } },
            embed: BoardAction.outbox
        )
    }

    private struct World: Sendable {
        let cards: StateFile<Cards>
        let outbox: OutboxFile<CardAction>
        let send: @Sendable (CardAction) async throws -> String
    }

    private static let cards = Reducer.cards.optimistic(rewrite: CardAction.renaming)
    private let world = TestWorld()
    private let disk: TestStorage

    init() {
        disk = TestStorage(in: world)
    }

    private static let app = Feature<BoardAction, Board, World>.combine {
        Feature { action, board in
            switch action {
            case .perform(let action):
                let id = board.outbox.add(action)
                cards.reduce(.perform(id, action), &board.cards)
            case .connect(let isOnline): board.isOnline = isOnline
            case .cancel(let id): board.outbox.cancel(id)
            case .retry(let id):
                if let entry = board.outbox[id] { cards.reduce(.perform(id, entry.job), &board.cards) }
                board.outbox.retry(id)
            case .cancelAll: board.outbox.cancelAll()
            case .outbox(.sent(let id, _)): cards.reduce(.confirmed(id), &board.cards)
            case .outbox(.rejected(let id, _)), .outbox(.cancelled(let id, _)):
                cards.reduce(.rejected(id), &board.cards)
            case .outbox(.loaded(let backlog)): board.cards.resume(backlog, by: cards)
            case .save, .outbox: break
            }
        }
        Feature.outbox(case: BoardAction.outbox, state: \.outbox, while: \.isOnline, to: \.outbox) { action, _, world in
            try await world.send(action)
        }
        Feature.saving(
            \.cards,
            to: \.cards,
            acknowledging: BoardAction.outbox,
            state: \.outbox,
            now: { if case .save = $0 { true } else { false } }
        )
    }

    private func launch(
        isOnline: Bool = true,
        _ send: @escaping @Sendable (CardAction) async throws -> String = { _ in "ok" }
    ) throws -> TestStore<BoardAction, Board> {
        let world = World(
            cards: StateFile(at: "cards", storage: disk),
            outbox: OutboxFile(at: "outbox", storage: disk),
            send: send
        )
        var board = Board(
            cards: try world.cards.load() ?? Cards([]),
            outbox: try world.outbox.load(),
            isOnline: isOnline
        )
        board.cards.resume(board.outbox.backlog, by: Self.cards)
        return TestStore(
            initialState: board,
            feature: Self.app,
            dependencies: world,
            checks: .onlyWhatIsSaid,
            in: self.world
        )
    }

    @Test(arguments: [0, 100, 300, 600]) func aSentActionIsShownAfterACrash(delay: Int) throws {
        let first = try launch()
        first.advance(by: .seconds(1))
        first.send(.perform(.add("a", "milk")))
        first.advance(by: .milliseconds(delay))
        #expect(first.state.outbox.isEmpty)
        first.kill()
        let second = try launch()
        second.advance(by: .seconds(60))
        #expect(second.state.cards.shown == [Card(id: "a", text: "milk")])
        #expect(second.state.cards.pending.isEmpty && second.state.outbox.isEmpty)
        #expect(second.state.cards.isStale == first.state.cards.isStale)
        second.kill()
        let third = try launch()
        third.run()
        #expect(third.state.cards.base == second.state.cards.base)
        #expect(third.actions.allSatisfy { BoardAction.outbox.extract($0.action)?.sent == nil })
        third.finish()
    }
}
