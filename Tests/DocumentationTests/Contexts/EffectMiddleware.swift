// SPDX-License-Identifier: MIT

import Prism

struct Row: Sendable, Identifiable { let id: Int }

struct SearchAPI: Sendable {
    func find(_ text: String) async throws -> [String] { [text] }
    func load(_ id: Int = 0) async throws -> String { "\(id)" }
    func messages(in room: Int) -> AsyncThrowingStream<String, any Error> { given() }
    func updates() -> AsyncStream<Double> { given() }
}

@Prism enum SearchAction: Sendable { case typed(String), found([String]), failed(String), cleared }

struct SearchState: Sendable {
    var text = ""
    var titles: [String] = []
}

@Prism enum ListAction: Sendable {
    case typed(String), found([String]), opened(Row), loaded(Int, String), failed(Int, String)
    case received(String), price(Double), refresh(Int), refreshed(String)
}

struct ListState: Sendable {
    var roomID: Int?
    var isOpen = false
    var visibleRows: [Int] = []
    var session: String?
}

var api: SearchAPI { given() }
var prices: SearchAPI { given() }
var receiver: EffectMiddleware<ListAction, ListAction, ListState> { given() }
var effect: Effect<ListAction, ListAction, ListState> { given() }

enum InEffectMiddleware_LiftToParts {
    @Prism enum AppAction: Sendable { case row(ElementIDAction<Int, ListAction>), closedAll }
    struct RowState: Sendable, Identifiable { let id: Int }
    struct AppState: Sendable { var rows: [RowState] = [] }

    static var row: EffectMiddleware<ListAction, ListAction, RowState> { given() }
}

enum InEffectMiddleware_On {
    @Prism enum RowAction: Sendable {
        case opened(Row), loaded(Int, String), failed(Int, String), shown(String), refreshed
    }

    static var receiver: EffectMiddleware<RowAction, RowAction, Void> { given() }
}

enum InFeature_Effects {
    @Prism enum SearchAction: Sendable { case typed(String), found([String]) }
}
