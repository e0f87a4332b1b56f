// SPDX-License-Identifier: MIT

import EffectMiddleware
import PersistenceMiddleware
import Prism
import RexNavigation

@Prism enum CounterAction: Sendable, Equatable { case increment, reminded }
@Prism enum CartAction: Sendable, Equatable { case add(String), pay, paid }

struct Cart: Sendable, Equatable {
    var items: [String] = []
    var isPaid = false
}

enum ChatAction: Sendable, Equatable { case write(String) }
struct Chat: Sendable, Equatable {}

actor FakeServer {
    var received: [String] = []
    init(_ schedule: Schedule) {}
    init(clock: TestClock) {}
}

struct Wrong: Error { init(_ value: Any) {} }

var counter: Reducer<CounterAction, Int> { given() }
var reminder: EffectMiddleware<CounterAction, CounterAction, Int> { given() }
var cart: Reducer<CartAction, Cart> { given() }
var shop: EffectMiddleware<CartAction, CartAction, Cart> { given() }
var chat: Reducer<ChatAction, Chat> { given() }
func sync(_ server: FakeServer) -> EffectMiddleware<ChatAction, ChatAction, Chat> { given() }
var schedule: Schedule { given() }
var server: FakeServer { given() }

struct Row: Sendable, Equatable, Identifiable { let id: Int }

@Prism enum AppAction: Sendable, Equatable {
    case loaded([Row]), closeDetail, detail(DetailAction), editor(PresentationAction<DetailAction>)
}
enum DetailAction: Sendable, Equatable { case save }

struct AppState: Sendable, Equatable {
    var rows: [Row] = []
    var isLoading = false
    var isLoggedOut = false
    var detail: Int?
    var editor = Presented<Int>()
}

var test: TestStore<AppAction, AppState> { given() }
var answers: Int { given() }

enum InLaws {
    struct Total: Monoid, Sendable {
        var value: Int
        static let identity = Total(value: 0)
        static func append(_ lhs: Total, _ rhs: Total) -> Total { Total(value: lhs.value + rhs.value) }
    }
    @Prism enum AppAction: Sendable { case counter(CounterAction) }
    struct App: Sendable { var count = 0 }
    enum NotesAction: Sendable { case editor(EditorAction) }
    enum EditorAction: Sendable { case deleted }
    struct Notes: Sendable, Equatable {
        var list: [String] = []
        var editor: Int?
    }
    static var notes: Feature<NotesAction, Notes, Void> { given() }
}

enum InTestStorage {
    enum NotesAction: Sendable, Equatable { case typed(String) }
    struct Notes: Codable, Sendable, Equatable {}
    static var notes: Feature<NotesAction, Notes, StateFile<Notes>> { given() }
    static func file(_ storage: RexTesting.TestStorage) -> StateFile<Notes> { given() }
}

enum InTestStore_Feature {
    enum SearchAction: Sendable, Equatable { case cleared }
    struct SearchState: Sendable, Equatable {}
    struct SearchAPI: Sendable { static let stub = SearchAPI() }
    static var search: Feature<SearchAction, SearchState, SearchAPI> { given() }
}
