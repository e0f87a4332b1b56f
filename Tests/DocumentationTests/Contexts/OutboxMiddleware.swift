// SPDX-License-Identifier: MIT

import EffectMiddleware
import PersistenceMiddleware
import Prism

struct Post: Codable, Sendable, Equatable, Identifiable { let id: Int }
enum PostAction: Codable, Sendable, Equatable { case added(Post), all([Post]) }
struct Card: Codable, Sendable, Equatable, Identifiable { let id: String }
enum CardAction: Codable, Sendable, Equatable { case move(String) }
enum Job: Codable, Sendable, Equatable { case share(Int), list(CardAction) }

struct Message: Codable, Sendable {
    let text: String
    var room = 1
    init(_ text: String, idempotencyKey: String = "") { self.text = text }
}

struct API: Sendable {
    func post(_ message: Message, idempotencyKey: String) async throws {}
    func posts() async throws -> [Post] { [] }
}

struct World: Sendable {
    var api: API { given() }
    var outboxFile: OutboxFile<Message>
}

struct Chat: Sendable {
    var outbox = Outbox<Message>()
    var isOnline = false
}

@Prism enum ChatAction: Sendable { case wrote(String), outbox(OutboxAction<Message, Void>) }

@Prism enum BoardAction: Sendable { case cards(OptimisticAction<CardAction>) }

@Prism enum AppAction: Sendable {
    case posts(OptimisticAction<PostAction>), outbox(OutboxAction<Job, Int>)
}

struct AppState: Sendable {
    var posts = Optimistic<[Post], PostAction>([])
    var list = Optimistic<[Card], CardAction>([])
    var outbox = Outbox<Job>()
}

struct Files: Sendable {
    var list: StateFile<Optimistic<[Card], CardAction>>
    var postsFile: StateFile<Optimistic<[Post], PostAction>>
}

enum InFeature_Acknowledging {
    typealias BlogAction = AppAction
    static var app: Feature<BlogAction, AppState, Files> { given() }
}
enum InOptimistic_Resume { static var outbox: Outbox<Job> { given() } }
enum InOutboxAction { static var action: ListAction { given() } }
enum InOutboxBacklog { static var outbox: Outbox<CardAction> { given() } }
enum ListAction { case outbox(OutboxAction<CardAction, Int>) }

var message: Message { given() }
var text: String { given() }
var folder: String { given() }
var id: OutboxID { given() }
var api: API { given() }
var action: AppAction { given() }
var chat: Feature<ChatAction, Chat, World> { given() }
var cards: Reducer<CardAction, [Card]> { given() }
var changes: Reducer<OptimisticAction<CardAction>, Optimistic<[Card], CardAction>> { given() }
var files: Files { given() }
var app: AppState {
    get { given() }
    set {}
}
var outbox: Outbox<Message> {
    get { given() }
    set {}
}
var effect: Effect<AppAction, AppAction, AppState> { given() }
var effects: EffectMiddleware<AppAction, AppAction, AppState> { given() }
var response: (status: Int, text: String) { given() }
