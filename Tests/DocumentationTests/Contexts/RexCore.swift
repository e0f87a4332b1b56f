// SPDX-License-Identifier: MIT

import EffectMiddleware
import GatedMiddleware
import OutboxMiddleware
import Prism

struct Login { var name = "" }
enum Screen { case login(Login), home(Home) }

@Prism enum AppAction: Sendable {
    case counter(CounterAction), search(SearchAction), detail(DetailAction), editor(TextAction), text(TextAction)
    case row(ElementIDAction<Int, RowAction>), room(ElementIDAction<String, RowAction>), login(LoginAction)
    case list(ListAction), clock(ClockAction), network(NetworkAction), opened
}
@Prism enum CounterAction: Sendable {
    case increment, reset
    var summand: Int { 1 }
}
@Prism enum SearchAction: Sendable { case cleared }
@Prism enum TextAction: Sendable { case typed(String), undo, redo }
@Prism enum ListAction: Sendable { case row(ElementIDAction<Int, RowAction>) }
enum DetailAction: Sendable { case save }
enum RowAction: Sendable { case read }
enum LoginAction: Sendable { case succeeded }
enum ClockAction: Sendable { case tick }
enum NetworkAction: Sendable { case loaded(String) }
enum Order: Sendable { case place, confirmed }
enum Alarm: Sendable { case rang, tooMany }
enum Door: Sendable { case opened, greet(visitor: Int) }

struct Row: Sendable, Identifiable { var id = 0 }
struct Room: Sendable, Identifiable { var id = "" }
struct Detail: Sendable {}
struct Draft: Sendable { var note = 0 }
struct List: Sendable { var rows: [Row] = [] }
struct AppState: Sendable {
    var count = 0
    var isOn = false
    var isReady = true
    var text = Undoable("")
    var time = 0
    var search = 0
    var screen = ""
    var list = List()
    var rows: [Row] = []
    var rooms: [Room] = []
    var roomsByName: [String: Room] = [:]
    var detail: Detail?
    var editor: Draft?
}
struct World: Sendable {
    static let live = World()
    static let test = World()
    var api: World { self }
    var searchAPI: World { self }
    var sound: Int { given() }
    var session: Int { given() }
    var now: Int { given() }
}

typealias App = Feature<AppAction, AppState, World>
typealias Part<Action, State> = IdentityMiddleware<Action, Action, State>
typealias Saver = Part<TextAction, Draft>

var app: App { given() }
var counter: Feature<CounterAction, Int, World> { given() }
var search: Feature<SearchAction, Int, World> { given() }
var detail: Feature<DetailAction, Detail, World> { given() }
var row: Feature<RowAction, Row, World> { given() }
var room: Feature<RowAction, Room, World> { given() }
var editor: Feature<TextAction, Draft, World> { given() }
var text: Feature<TextAction, String, World> { given() }
var screen: Feature<AppAction, String, World> { given() }
var store: Store<AppAction, AppState> { given() }
var source: ActionSource { given() }
var output: AnyActionHandler<NetworkAction> { given() }
var url: String { given() }
var effects: EffectMiddleware<SearchAction, SearchAction, Int> { given() }

enum InActionMatch {
    static var text: Reducer<TextAction, String> { given() }
}
enum InAnyActionHandler_Tasks {
    static var network: Network { given() }
    static var running: [StoreTask] {
        get { given() }
        set {}
    }
}
struct Network: Sendable { func load(_ url: String) async -> String { url } }
enum InAnyStoreType {
    enum ButtonAction { case tap }
    static var store: Store<CounterAction, Int> { given() }
}
enum InComposedMiddleware {
    static var network: Part<AppAction, AppState> { given() }
    static var clock: Part<AppAction, AppState> { given() }
    static var logger: Part<AppAction, AppState> { given() }
}
enum InFeature { typealias Beeper = NewPart<CounterAction, Int, Int> }
struct NewPart<Action, State, Value>: MiddlewareProtocol {
    init(_ value: Value) {}
    func handle(action: Action, from source: ActionSource, state: @escaping GetState<State>) -> IO<Action> { .pure() }
}
enum InFeature_Lift { typealias Value = App }
enum InFeature_Middleware { static var feature: Feature<AppAction, AppState, World> { given() } }
enum InIO { typealias Value = IO<Order> }
enum InIO_Task {
    typealias Value = IO<NetworkAction>
    static var network: Network { given() }
}
enum InJoinedPath {
    struct AnyDetail {
        func lift<Detail>(_ lift: Lift<HomeAction, Home, DetailAction, Detail>) -> Feature<HomeAction, Home, World> {
            given()
        }
    }
    static var detail: AnyDetail { given() }
}
struct Page: Sendable {}
struct Item: Sendable {}
enum Job: Codable, Sendable { case share }
@Prism enum HomeAction: Sendable { case detail(DetailAction) }
struct Home: Sendable {
    var page: Page?
    var list: [Item] = []
    var outbox = Outbox<Job>()
}
enum InLift { typealias Value = Feature<AppAction, AppState, World> }
enum InLift_Elements { typealias Value = App }
enum InLift_EnumCase {
    @Prism enum Screen: Sendable { case login(String) }
    struct AppState: Sendable { var screen = Screen.login("") }
    static var login: Feature<LoginAction, String, World> { given() }
}
enum InLift_Joined {
    typealias Value = Feature<HomeAction, Home, World>
    struct Detail: Sendable {
        var list: [Item] = []
        var outbox = Outbox<Job>()
    }
    static var detail: Feature<DetailAction, Detail, World> { given() }
}
enum InLift_Optional { typealias Value = App }
enum InLift_State { typealias Value = App }
enum InLift_Values { typealias Value = App }
struct OrderedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    var keys: [Key] = []
    var values: [Value] = []
    subscript(key: Key) -> Value? { nil }
    func index(of key: Key) -> Int? { nil }
}
enum InMiddlewareProtocol_Lift {
    static var clock: Part<ClockAction, Int> { given() }
    static var detail: Part<DetailAction, Detail> { given() }
}
enum InMiddlewareProtocol_Named {
    static var cashier: Part<AppAction, AppState> { given() }
    static var reports: Part<AppAction, AppState> { given() }
}
enum InMiddlewareReader {
    static var network: MiddlewareReader<Int, Part<NetworkAction, AppState>> { given() }
    static var clock: MiddlewareReader<Int, Part<ClockAction, AppState>> { given() }
    static var reducer: Reducer<AppAction, AppState> { given() }
}
enum InMiddlewareReaderProtocol {
    typealias Network = Part<AppAction, AppState>
    static var network: MiddlewareReader<World, Part<AppAction, AppState>> { given() }
    static var clock: MiddlewareReader<World, Part<AppAction, AppState>> { given() }
}
enum InMiddlewareReaderProtocol_Lift {
    static var clock: MiddlewareReader<Int, Part<ClockAction, Int>> { given() }
    static var detail: MiddlewareReader<World, Part<DetailAction, Detail>> { given() }
}
enum InPartIdentity { typealias Value = App }
enum TimerAction: Sendable { case start }
struct TimerState: Sendable {}
struct Timers: MiddlewareProtocol {
    func handle(action: TimerAction, from source: ActionSource, state: @escaping GetState<TimerState>) -> IO<
        TimerAction
    > {
        .pure()
    }
}
struct TimersOfParts<ID: Hashable & Sendable, Whole> {
    init(_ parts: StateParts<ID, Whole, TimerState>) {}
    var composition: ComposedMiddleware<ElementIDAction<ID, TimerAction>, ElementIDAction<ID, TimerAction>, Whole> {
        given()
    }
}
enum InReducer { enum CounterAction: Sendable { case increment, decrement } }
enum InReducer_Lift {
    static var counter: Reducer<CounterAction, Int> { given() }
    static var row: Reducer<RowAction, Row> { given() }
}
enum InReducer_Undoable { static var text: Reducer<TextAction, String> { given() } }
enum InStore { static var counter: Reducer<CounterAction, Int> { given() } }
enum InStoreExecutor { static var counter: Reducer<CounterAction, Int> { given() } }
enum InStoreDouble {
    enum CartAction: Sendable { case pay }
    struct Cart: Sendable { var items = 0 }
    struct CartView { var store: AnyStoreType<CartAction, Cart> }
}
enum InStoreSubscription {
    static var observers: Observers { given() }
    static var id: Int { given() }
}
struct Observers: Sendable { func remove(_ id: Int) {} }
