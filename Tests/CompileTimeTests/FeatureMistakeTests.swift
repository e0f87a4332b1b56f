// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Mistakes in compositions of features, and the errors that the compiler gives.
@Suite struct FeatureMistakeTests {
    struct Mistake: Sendable, CustomStringConvertible {
        let description: String
        let code: String
        let error: String

        init(_ description: String, _ code: String, error: String) {
            self.description = description
            self.code = code
            self.error = error
        }

        /// A line in a composition of features.
        init(inBuilder description: String, _ line: String, error: String) {
            self.init(
                description,
                """
                let app = Feature<AppAction, AppState, World>.combine {
                  search.lift(case: AppAction.search, state: \\.search, dependencies: \\.searchAPI)
                  \(line)
                }
                """,
                error: error
            )
        }
    }

    private static let declarations = """
        import RexCore
        import EffectMiddleware
        import GatedMiddleware
        import RequestMiddleware
        import RexNavigation
        struct API: Sendable {}
        struct World: Sendable { var searchAPI = API() }
        enum SearchAction: Sendable {
          case typed(String), cleared
          var typed: String? { if case .typed(let text) = self { text } else { nil } }
          var isCleared: Bool { if case .cleared = self { true } else { false } }
        }
        struct SearchState: Sendable { var text = "" }
        struct Room: Sendable, Identifiable { let id: Int; var text = "" }
        enum AppAction: Sendable {
          case searching(SearchAction), entering(ElementIDAction<Int, SearchAction>), counting(RequestAction<String, Int>)
          case presenting(PresentationAction<SearchAction>), found(String)
          static let search = CasePath<AppAction, SearchAction>(
            extract: { if case .searching(let action) = $0 { action } else { nil } }, embed: AppAction.searching)
          static let room = CasePath<AppAction, ElementIDAction<Int, SearchAction>>(
            extract: { if case .entering(let action) = $0 { action } else { nil } }, embed: AppAction.entering)
          static let count = CasePath<AppAction, RequestAction<String, Int>>(
            extract: { if case .counting(let action) = $0 { action } else { nil } }, embed: AppAction.counting)
          static let sheet = CasePath<AppAction, PresentationAction<SearchAction>>(
            extract: { if case .presenting(let action) = $0 { action } else { nil } }, embed: AppAction.presenting)
        }
        enum Screen: Sendable {
          case searching(SearchState), closed
          static let search = CasePath<Screen, SearchState>(
            extract: { if case .searching(let state) = $0 { state } else { nil } }, embed: Screen.searching)
        }
        struct AppState: Sendable {
          var search = SearchState(); let fixed = SearchState(); var rooms: [Room] = []
          var count = Request<String, Int>(); var result: SearchState?; var screen = Screen.closed
          var sheet = Presented<SearchState>(); var path = PresentationStack<SearchState>() }
        let search = Feature<SearchAction, SearchState, API> { action, state in state.text = "" }
        let room = Feature<SearchAction, Room, API> { action, state in state.text = "" }
        struct Silent<Action: Sendable, State: Sendable>: MiddlewareProtocol, Sendable {
          func handle(action: Action, from source: ActionSource, state: @escaping GetState<State>) -> IO<Action> { .pure() }
        }

        """

    static let mistakes = [
        Mistake(
            inBuilder: "a feature that was not lifted",
            "search",
            error:
                "requires the types 'Feature<AppAction, AppState, World>' and 'Feature<SearchAction, SearchState, API>"
        ),
        Mistake(
            inBuilder: "a request that was not lifted",
            "Feature.request { (text: String, world: World) in text.count }",
            error: "requires the types 'Feature<AppAction, AppState, World>' and 'Feature<TypedRequestAction<String"
        ),
        Mistake(
            inBuilder: "a request with another output",
            "Feature.request { (text: String, api: API) in text }.lift(\n"
                + "case: AppAction.count, state: \\.count, dependencies: \\.searchAPI)",
            error: "cannot convert value of type 'String' to closure result type 'Int'"
        ),
        Mistake(
            inBuilder: "a misspelt property in what a request asks for",
            "Feature.request { (text: String, api: API) in text.cuont }.lift(\n"
                + "case: AppAction.count, state: \\.count, dependencies: \\.searchAPI)",
            error: "value of type 'String' has no member 'cuont'"
        ),
        Mistake(
            "a gate with a payload of another type",
            """
            let gated = Silent<SearchAction, SearchState>()
              .gated(controlAction: \\.typed, turnOn: "on", turnOff: 0, default: .active)
            """,
            error: "cannot convert value of type 'Int' to expected argument type 'String'"
        ),
        Mistake(
            inBuilder: "a middleware in place of a feature",
            "Silent<AppAction, AppState>()",
            error:
                "requires the types 'Feature<AppAction, AppState, World>' and 'ComposedMiddleware<AppAction, AppAction"
        ),
        Mistake(
            inBuilder: "a missing state",
            "search.lift(case: AppAction.search)",
            error: "missing argument for parameter 'state' in call"
        ),
        Mistake(
            inBuilder: "a missing dependency",
            "search.lift(case: AppAction.search, state: \\.search)",
            error: "different dependencies: use lift(case:state:dependencies:)"
        ),
        Mistake(
            inBuilder: "a misspelt state",
            "search.lift(case: AppAction.search, state: \\.saerch, dependencies: \\.searchAPI)",
            error: "value of type 'AppState' has no member 'saerch'"
        ),
        Mistake(
            inBuilder: "a state of another type",
            "search.lift(case: AppAction.search, state: \\.rooms, dependencies: \\.searchAPI)",
            error: "cannot convert value of type 'WritableKeyPath<AppState, Array<Room>>'"
        ),
        Mistake(
            inBuilder: "a state that is a constant",
            "search.lift(case: AppAction.search, state: \\.fixed, dependencies: \\.searchAPI)",
            error: "to expected argument type 'WritableKeyPath<AppState, SearchState>'"
        ),
        Mistake(
            inBuilder: "a wrong case",
            "search.lift(case: AppAction.room, state: \\.search, dependencies: \\.searchAPI)",
            error: "cannot convert value of type 'CasePath<AppAction, ElementIDAction<Int, SearchAction>>'"
        ),
        Mistake(
            inBuilder: "a misspelt case",
            "search.lift(.case(AppAction.saerch, optional: \\.result), dependencies: \\.searchAPI)",
            error: "type 'AppAction' has no member 'saerch'"
        ),
        Mistake(
            inBuilder: "a misspelt property of the dependencies",
            "search.lift(.case(AppAction.search, optional: \\.result), dependencies: \\.saerchAPI)",
            error: "value of type 'World' has no member 'saerchAPI'"
        ),
        Mistake(
            inBuilder: "a wrong case for an optional",
            "search.lift(.case(AppAction.room, optional: \\.result), dependencies: \\.searchAPI)",
            error: "cannot convert value of type 'CasePath<AppAction, ElementIDAction<Int, SearchAction>>'"
        ),
        Mistake(
            inBuilder: "a misspelt optional",
            "search.lift(.case(AppAction.search, optional: \\.reslut), dependencies: \\.searchAPI)",
            error: "value of type 'AppState' has no member 'reslut'"
        ),
        Mistake(
            inBuilder: "an optional that is none",
            "search.lift(.case(AppAction.search, optional: \\.search), dependencies: \\.searchAPI)",
            error: "to expected argument type 'WritableKeyPath<AppState, Optional<SearchState>>'"
        ),
        Mistake(
            inBuilder: "an optional state in the lift for a state that is always there",
            "search.lift(case: AppAction.search, state: \\.result, dependencies: \\.searchAPI)",
            error: "cannot convert value of type 'WritableKeyPath<AppState, Optional<SearchState>>'"
        ),
        Mistake(
            inBuilder: "a misspelt label of a form",
            "search.lift(.case(AppAction.search, optinal: \\.result), dependencies: \\.searchAPI)",
            error: "incorrect argument label in call (have '_:optinal:', expected '_:optional:')"
        ),
        Mistake(
            inBuilder: "a misspelt collection",
            "room.lift(.case(AppAction.room, each: \\.romos), dependencies: \\.searchAPI)",
            error: "value of type 'AppState' has no member 'romos'"
        ),
        Mistake(
            inBuilder: "a state that is not a collection",
            "room.lift(.case(AppAction.room, each: \\.search), dependencies: \\.searchAPI)",
            error: "requires that 'SearchState' conform to 'MutableCollection'"
        ),
        Mistake(
            inBuilder: "a case without ids for a collection",
            "room.lift(.case(AppAction.search, each: \\.rooms), dependencies: \\.searchAPI)",
            error: "to expected argument type 'CasePath<AppAction, ElementIDAction<Int, SearchAction>>'"
        ),
        Mistake(
            inBuilder: "a collection of other elements",
            "search.lift(.case(AppAction.room, each: \\.rooms), dependencies: \\.searchAPI)",
            error: "requires the types 'SearchState' and 'Room' be equivalent"
        ),
        Mistake(
            inBuilder: "a property of another enum",
            "search.lift(.case(AppAction.search, in: Screen.search, of: \\.search), dependencies: \\.searchAPI)",
            error: "to expected argument type 'WritableKeyPath<AppState, Screen>'"
        ),
        Mistake(
            inBuilder: "a missing property of an enum",
            "search.lift(.case(AppAction.search, in: Screen.search), dependencies: \\.searchAPI)",
            error: "requires the types 'Feature<AppAction, AppState, World>' and 'Feature<AppAction, Screen, World>"
        ),
        Mistake(
            inBuilder: "a case without presentations",
            "search.lift(.case(AppAction.search, presented: \\.sheet), dependencies: \\.searchAPI)",
            error: "to expected argument type 'CasePath<AppAction, PresentationAction<SearchAction>>'"
        ),
        Mistake(
            inBuilder: "an optional state for a presentation",
            "search.lift(.case(AppAction.sheet, presented: \\.result), dependencies: \\.searchAPI)",
            error: "to expected argument type 'WritableKeyPath<AppState, Presented<SearchState>>'"
        ),
        Mistake(
            inBuilder: "a misspelt ending",
            "search.lift(.case(AppAction.sheet, presented: \\.sheet, ends: .when(\\.isClaered)), dependencies: \\.searchAPI)",
            error: "value of type 'SearchAction' has no member 'isClaered'"
        ),
        Mistake(
            inBuilder: "a misspelt action for the result of an ending",
            "search.lift(.case(AppAction.sheet, stack: \\.path, ends: .when(\\.typed, sending: AppAction.fuond)), dependencies: \\.searchAPI)",
            error: "type 'AppAction' has no member 'fuond'"
        ),
        Mistake(
            "a typo after <>",
            "let app = Feature<SearchAction, SearchState, API> { action, state in state.text = \"\" } <> .adidng(1)",
            error: "type 'Feature<SearchAction, SearchState, API>' has no member 'adidng'"
        ),
        Mistake(
            "a typo after <> with a closure",
            "let app = search.lift(case: AppAction.search, state: \\AppState.search, dependencies: \\World.searchAPI)\n"
                + "<> .reqeust { (text: String, world: World) in text.count }",
            error: "type 'Feature<AppAction, AppState, World>' has no member 'reqeust'"
        ),
        Mistake(
            "a misspelt lift in a chain",
            "let app = search.lift(case: AppAction.search, state: \\AppState.search) <> search.lfit(case: AppAction.search)",
            error: "value of type 'Feature<SearchAction, SearchState, API>' has no member 'lfit'"
        ),
        Mistake(
            "a misspelt case in a feature with effects",
            """
            let other = Feature<SearchAction, SearchState, API> { action, state in
              switch action {
              case .typde(let text): state.text = text
              case .cleared: state.text = ""
              }
            } effects: { effects, api in effects.on(\\.typed) { _, effect in effect.send(.cleared) } }
            """,
            error: "type 'SearchAction' has no member 'typde'"
        ),
        Mistake(
            "a misspelt case that a reducer assigns",
            "let other = Feature<SearchAction, AppState, API> { action, state in state.screen = .clsoed }",
            error: "type 'Screen' has no member 'clsoed'"
        ),
        Mistake(
            "two features of different types",
            "let app = search.lift(case: AppAction.search, state: \\AppState.search) <> search",
            error: "to expected argument type 'Feature<AppAction, AppState, API>'"
        ),
        Mistake(
            "a middleware that was not lifted",
            "let app = Feature<AppAction, AppState, World>(middleware: Silent<SearchAction, SearchState>())",
            error: "lift the middleware to the actions and the state of the feature"
        ),
        Mistake(
            "a misspelt property in a reducer",
            "let other = Feature<SearchAction, SearchState, API> { action, state in state.txet = \"\" }",
            error: "value of type 'SearchState' has no member 'txet'"
        ),
        Mistake(
            "swapped arguments of a feature's reducer",
            """
            let other = Feature<SearchAction, SearchState, API> { state, action in
              switch action {
              case .typed(let text): state.text = text
              case .cleared: state.text = ""
              }
            }
            """,
            error: "the arguments are the other way round: write { action, state in … }"
        ),
        Mistake(
            "swapped arguments of a feature with effects",
            """
            let other = Feature<SearchAction, SearchState, API> { state, action in
              if case .typed(let text) = action { state.text = text }
            } effects: { effects, api in
              effects.on(\\.typed) { text, effect in effect.send(.cleared) }
            }
            """,
            error: "the arguments are the other way round: write { action, state in … }"
        ),
        Mistake(
            "swapped arguments of a reducer",
            """
            let other = Reducer<SearchAction, SearchState>.reduce { state, action in
              if case .typed(let text) = action { state.text = text }
            }
            """,
            error: "the arguments are the other way round: write { action, state in … }"
        ),
        Mistake(
            "swapped arguments of a reducer that returns the state",
            """
            let other = Reducer<SearchAction, SearchState> { state, action in
              if case .typed(let text) = action { SearchState(text: text) } else { state }
            }
            """,
            error: "the arguments are the other way round: write { action, state in … }"
        ),
        Mistake(
            "a misspelt key path in effects",
            """
            let other = Feature<SearchAction, SearchState, API> { action, state in state.text = "" } effects: { effects, api in
              effects.during(\\.txet.isEmpty) { _, _ in }
            }
            """,
            error: "value of type 'SearchState' has no member 'txet'"
        ),
        Mistake(
            "a middleware of a row, lifted to the state of all rows",
            "let rooms = Silent<SearchAction, Room>().lift(case: AppAction.search, state: \\AppState.rooms)",
            error: "key path value type '[Room]' cannot be converted to contextual type 'Room'"
        ),
        Mistake(
            inBuilder: "a missing dependency of an optional",
            "search.lift(.case(AppAction.search, optional: \\.result))",
            error: "the feature has different dependencies: add dependencies: after the form"
        ),
        Mistake(
            inBuilder: "a missing dependency of a presentation",
            "search.lift(.case(AppAction.sheet, presented: \\.sheet, ends: .when(\\.isCleared)))",
            error: "the feature has different dependencies: add dependencies: after the form"
        ),
        Mistake(
            inBuilder: "an optional state and a missing dependency",
            "search.lift(case: AppAction.search, state: \\.result)",
            error: "cannot convert value of type 'WritableKeyPath<AppState, Optional<SearchState>>'"
        ),
        Mistake(
            inBuilder: "an ending without `.when`",
            "search.lift(.case(AppAction.sheet, presented: \\.sheet, ends: \\.isCleared), dependencies: \\.searchAPI)",
            error: "write ends: .when(…), such as .when("
        ),
    ]

    /// Mistakes whose errors do not name them, with the errors of today.
    ///
    /// An error that names the mistake moves it to the other list.
    static let unnamedMistakes = [
        Mistake(
            inBuilder: "the label of a form in the lift",
            "search.lift(case: AppAction.search, optional: \\.result, dependencies: \\.searchAPI)",
            error: "(have 'case:optional:dependencies:', expected 'case:state:dependencies:')"
        ),
        Mistake(
            inBuilder: "an ending whose result has another type",
            "search.lift(.case(AppAction.sheet, presented: \\.sheet, ends: .when(\\.typed, sending: AppAction.searching)), dependencies: \\.searchAPI)",
            error: "key path value type 'String?' cannot be converted to contextual type 'Bool'"
        ),
        Mistake(
            inBuilder: "an ending with a result that is not sent",
            "search.lift(.case(AppAction.sheet, presented: \\.sheet, ends: .when(\\.typed)), dependencies: \\.searchAPI)",
            error: "key path value type 'String?' cannot be converted to contextual type 'Bool'"
        ),
        Mistake(
            "a misspelt case in the closure of a feature",
            """
            let other = Feature<SearchAction, SearchState, API> { action, state in
              switch action {
              case .typde(let text): state.text = text
              case .cleared: state.text = ""
              }
            }
            """,
            error: "to parameter of type 'Reducer<SearchAction, SearchState>' that does not accept a closure"
        ),
        Mistake(
            "a misspelt case in a condition of a feature",
            """
            let other = Feature<SearchAction, SearchState, API> { action, state in
              if case .claered = action { state.text = "" }
              if state.text.count > 9 { state.text = "" }
            }
            """,
            error: "type '(_, _) -> ()' cannot conform to 'MiddlewareReaderProtocol'"
        ),
        Mistake(
            "a misspelt case in the closure of a reducer",
            """
            let other = Reducer<SearchAction, SearchState>.reduce { action, state in
              switch action {
              case .typde(let text): state.text = text
              case .cleared: state.text = ""
              }
            }
            """,
            error: "instance member 'reduce' cannot be used on type 'Reducer<SearchAction, SearchState>'"
        ),
        Mistake(
            "a typo after <> in a reducer",
            "let app: Reducer<Int, Int> = Reducer<Int, Int>.reduce { _, n in n += 1 } <> .reduec { _, n in n += 1 }",
            error: "type 'Composable' has no member 'reduec'"
        ),
    ]

    @Test(arguments: mistakes + unnamedMistakes)
    func mistakeGivesItsError(mistake: Mistake) throws {
        let outcome = try Compiler.check(Self.declarations + mistake.code, for: .types, deadline: 60)
        let errors = outcome.diagnostics.split(separator: "\n").filter {
            $0.contains(".swift:") && $0.contains(": error: ")
        }
        #expect(errors.contains { $0.contains(mistake.error) }, "\(outcome.diagnostics)")
    }

    @Test func declarationsAloneAreAccepted() throws {
        let outcome = try Compiler.check(Self.declarations, for: .types, deadline: 60)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
    }
}
