// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// An outbox whose entries are the pending actions of an optimistic state.
@Suite struct OptimisticOutboxTests {
    private struct Board: Sendable {
        var cards = Optimistic<[Card], CardAction>([Card(id: "a", text: "")])
        var outbox = Outbox<CardAction>()
        var isOnline = false
    }

    private enum BoardAction: Sendable {
        case perform(CardAction)
        case server(CardAction)
        case connect
        case outbox(OutboxAction<CardAction, String?>)

        static let outbox = CasePath<BoardAction, OutboxAction<CardAction, String?>>(
            extract: { if case .outbox(let action) = $0 { action } else { nil } },
            embed: BoardAction.outbox
        )
    }

    private struct World: Sendable {
        let file: OutboxFile<CardAction>
        /// Answers with the server's name of a card.
        let send: @Sendable (CardAction) async throws -> String?
    }

    private static let cards = Reducer.cards.optimistic(rewrite: CardAction.renaming)

    private let board = Feature<BoardAction, Board, World>.combine {
        Feature { action, board in
            switch action {
            case .perform(let action):
                let id = board.outbox.add(action)
                cards.reduce(.perform(id, action), &board.cards)
            case .server(let action): cards.reduce(.server(action), &board.cards)
            case .connect: board.isOnline = true
            case .outbox(.sent(let id, let name)):
                if let name { cards.reduce(.renamed("new", name), &board.cards) }
                cards.reduce(.confirmed(id), &board.cards)
            case .outbox(.rejected(let id, _)), .outbox(.cancelled(let id, _)):
                cards.reduce(.rejected(id), &board.cards)
            case .outbox: break
            }
        }
        Feature.outbox(case: BoardAction.outbox, state: \.outbox, while: \.isOnline, to: \.file) { action, _, world in
            try await world.send(action)
        }
    }

    private func store(
        _ storage: TestStorage,
        in world: TestWorld,
        _ send: @escaping @Sendable (CardAction) async throws -> String?
    ) throws -> TestStore<BoardAction, Board> {
        let file = OutboxFile<CardAction>(at: "outbox", storage: storage)
        var state = Board(outbox: try file.load())
        for entry in state.outbox.entries { Self.cards.reduce(.perform(entry.id, entry.job), &state.cards) }
        return TestStore(
            initialState: state,
            feature: board,
            dependencies: World(file: file, send: send),
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    @Test func sentEntryIsConfirmedAndRejectedOneIsUndone() throws {
        let world = TestWorld()
        let storage = TestStorage(in: world)
        let first = try store(storage, in: world) { _ in nil }
        first.send(.perform(.add("new", "one")))
        first.send(.perform(.write("a", "refused")))
        first.send(.perform(.write("new", "!")))
        let shown = first.state.cards.shown
        #expect(shown == [Card(id: "a", text: "refused"), Card(id: "new", text: "one!")])
        first.kill()
        // The next process shows the same, since the pending actions are the unsent entries.
        let second = try store(storage, in: world) { action in
            switch action {
            case .add: return "41"
            case .write("a", _): throw .rejected("no")
            default: return nil
            }
        }
        #expect(second.state.cards.shown == shown)
        second.send(.server(.write("a", "theirs")))
        second.send(.connect)
        #expect(second.state.cards.shown == [Card(id: "a", text: "theirs"), Card(id: "41", text: "one!")])
        #expect(second.state.cards.base == second.state.cards.shown)
        #expect(second.state.outbox.entries.map(\.phase.rejection) == ["no"])
        second.finish()
    }
}
