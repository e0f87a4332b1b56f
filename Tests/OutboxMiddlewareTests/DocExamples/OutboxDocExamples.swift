// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import Prism
import RexCore
import RexTesting
import Testing

/// The examples in the doc comments of `Outbox`, `OutboxFile`, `Feature.outbox` and their parts.
@Suite struct OutboxDocExamples {
    struct Message: Codable, Sendable {
        let text: String
        let room: Int

        init(_ text: String, room: Int = 1) {
            (self.text, self.room) = (text, room)
        }
    }

    struct API: Sendable {
        func post(_ message: Message, idempotencyKey: String) async throws -> Bool {
            let response = (status: message.text == "spam" ? 403 : 200, key: idempotencyKey)
            guard response.status != 403 else { throw .rejected("You may not write here.") }
            return true
        }
    }

    struct World: Sendable {
        var api = API()
        let outboxFile: OutboxFile<Message>
    }

    struct Chat: Sendable {
        var outbox = Outbox<Message>()
        var isOnline = false
    }

    @Prism enum ChatAction: Sendable {
        case wrote(String), connected
        case outbox(OutboxAction<Message, Bool>)
    }

    private let chat = Feature<ChatAction, Chat, World>.combine {
        Feature { action, chat in
            if case .wrote(let text) = action { chat.outbox.add(Message(text), lane: "room") }
            if case .connected = action { chat.isOnline = true }
        }
        Feature.outbox(case: ChatAction.prisms.outbox, state: \.outbox, while: \.isOnline, to: { $0.outboxFile }) {
            message,
            id,
            world in
            try await world.api.post(message, idempotencyKey: "\(id)")
        }
    }

    @Test func outbox() throws {
        let folder = "folder"
        let file = OutboxFile<Message>(at: folder + "/outbox", storage: .memory)
        let test = TestStore(
            initialState: Chat(outbox: try file.load()),
            feature: chat,
            dependencies: World(outboxFile: file),
            checks: .onlyWhatIsSaid
        )
        test.send(.wrote("tea"))
        test.send(.wrote("spam"))
        test.send(.connected)
        test.expect { $0.outbox.entries.map(\.phase) == [.rejected("You may not write here.")] }
        test.finish()
    }

    @Test func lanes() {
        var outbox = Outbox<Message>()
        let message = Message("tea", room: 7)
        outbox.add(message, lane: "room \(message.room)")
        #expect(outbox.entries.first?.lane == OutboxLane("room 7"))
    }

    struct Board: Sendable {
        var cards = Optimistic<[Card], CardAction>([])
    }

    @Prism enum BoardAction: Sendable {
        case cards(OptimisticAction<CardAction>)
    }

    @Test func optimistic() {
        let cards = Reducer.cards
        let board = cards.optimistic().lift(case: BoardAction.prisms.cards, state: \Board.cards)
        var state = Board()
        board.reduce(.cards(.perform(OutboxID(1), .add("a", "A"))), &state)
        #expect(state.cards.shown.map(\.id) == ["a"])
        #expect(state.cards.base.isEmpty)
    }
}
