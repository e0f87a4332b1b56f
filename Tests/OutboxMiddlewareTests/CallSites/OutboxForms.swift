// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import Prism
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The public calls of the module, in each form.
@Suite struct OutboxForms {
    struct Message: Sendable, Codable, Equatable {
        var text: String
    }

    struct API: Sendable {
        var post: @Sendable (_ message: Message, _ idempotencyKey: OutboxID) async throws -> Int

        func post(_ message: Message, idempotencyKey: OutboxID) async throws -> Int {
            try await post(message, idempotencyKey)
        }
    }

    struct World: Sendable {
        let outboxFile: OutboxFile<Message>
        var api = API { _, _ in 1 }
    }

    struct Chat: Sendable { var outbox = Outbox<Message>(), isOnline = false }

    @Prism enum ChatAction: Sendable {
        case wrote(String)
        case connected(Bool)
        case outbox(OutboxAction<Message, Int>)
    }

    struct Board: Sendable { var cards = Optimistic<[Card], CardAction>([]) }

    @Prism enum BoardAction: Sendable {
        case cards(RenamingOptimisticAction<String, CardAction>)
        case mine(OptimisticAction<CardAction>)
    }

    private let sending = Feature<ChatAction, Chat, World>.outbox(
        case: ChatAction.prisms.outbox,
        state: \.outbox,
        while: \.isOnline,
        retrying: .exponential(from: .seconds(1), upTo: .seconds(60)),
        to: { $0.outboxFile }
    ) { message, id, world in
        try await world.api.post(message, idempotencyKey: id)
    }

    private let short = Feature<ChatAction, Chat, World>.outbox(
        case: ChatAction.prisms.outbox,
        state: \.outbox,
        limit: 1,
        to: \.outboxFile
    ) { message, id, world in
        throw .rejected("no \(message.text)")
    }

    private let chat = Feature<ChatAction, Chat, World> { action, chat in
        switch action {
        case .wrote(let text): chat.outbox.add(Message(text: text))
        case .connected(let isOnline): chat.isOnline = isOnline
        case .outbox: break
        }
    }

    @Test func formsOfAnOutbox() throws {
        let world = World(outboxFile: OutboxFile(at: "outbox", storage: .memory))
        let test = TestStore(
            initialState: Chat(outbox: try world.outboxFile.load()),
            feature: chat <> sending,
            dependencies: world,
            checks: .onlyWhatIsSaid
        )
        test.send(.wrote("a"))
        test.expect { $0.outbox.entries.map(\.phase) == [.waiting] }
        test.send(.connected(true))
        test.expect { $0.outbox.isEmpty }
        test.run()
        test.finish()
        let refusing = TestStore(
            initialState: Chat(),
            feature: chat <> short,
            dependencies: World(outboxFile: OutboxFile(at: "refusing", storage: .memory)),
            checks: .onlyWhatIsSaid
        )
        refusing.send(.wrote("b"))
        refusing.expect { $0.outbox.entries.map(\.phase) == [.rejected("no b")] }
        refusing.finish()
    }

    @Test func mapHasTheOutboxAndTouchesNoFile() throws {
        let folder = try TemporaryFolder()
        let sending = Feature<ChatAction, Chat, World>.outbox(
            case: ChatAction.prisms.outbox,
            state: \.outbox,
            to: \.outboxFile,
            file: "App/Chat.swift",
            line: 3
        ) { message, id, world in
            try await world.api.post(message, idempotencyKey: id)
        }
        let world = World(outboxFile: OutboxFile(at: folder.file("outbox")), api: API { _, _ in 1 })
        let map = (chat <> sending).map(world)
        let expected = """
            Chat
              Outbox of Message at Chat.swift:3
              Effect outbox at Chat.swift:3, a function of the state
            """
        #expect("\(map)" == expected)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func formsOfAnOptimisticState() {
        let named = Reducer.cards.optimistic(rewrite: CardAction.renaming)
            .lift(case: BoardAction.prisms.cards, state: \Board.cards)
        let plain = Reducer.cards.optimistic().lift(case: BoardAction.prisms.mine, state: \Board.cards)
        let board = Feature<BoardAction, Board, Void>(named <> plain)
        let test = TestStore(initialState: Board(), feature: board, dependencies: (), checks: .onlyWhatIsSaid)
        test.send(.cards(.perform(OutboxID(1), .add("new", "text"))))
        test.send(.cards(.renamed("new", "41")))
        test.send(.mine(.server(.add("7", ""))))
        test.send(.mine(.confirmed(OutboxID(1))))
        test.expect { $0.cards.base.map(\.id) == ["7", "41"] }
        test.send(.cards(.result(of: OutboxID(1), .add("41", "text"))))
        test.send(.cards(.result(of: nil, .write("7", "seven"))))
        test.send(.mine(.pulled(.remove("7"), askedAt: test.state.cards.mark)))
        test.send(.cards(.perform(OutboxID(2), .write("new", "!"))))
        test.expect { $0.cards.shown == [Card(id: "41", text: "text!")] && !$0.cards.isStale }
        test.expect { $0.cards.currentName(of: "new") == "41" }
        test.finish()
    }
}
