// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// A mistake in a composition of features gives an error that names it.
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
        struct API: Sendable {}
        struct World: Sendable { var searchAPI = API() }
        enum SearchAction: Sendable {
          case typed(String), cleared
          var typed: String? { if case .typed(let text) = self { text } else { nil } }
        }
        struct SearchState: Sendable { var text = "" }
        struct Room: Sendable, Identifiable { let id: Int; var text = "" }
        enum AppAction: Sendable {
          case searching(SearchAction), entering(ElementIDAction<Int, SearchAction>), counting(RequestAction<String, Int>)
          static let search = CasePath<AppAction, SearchAction>(
            extract: { if case .searching(let action) = $0 { action } else { nil } }, embed: AppAction.searching)
          static let room = CasePath<AppAction, ElementIDAction<Int, SearchAction>>(
            extract: { if case .entering(let action) = $0 { action } else { nil } }, embed: AppAction.entering)
          static let count = CasePath<AppAction, RequestAction<String, Int>>(
            extract: { if case .counting(let action) = $0 { action } else { nil } }, embed: AppAction.counting)
        }
        struct AppState: Sendable {
          var search = SearchState(); let fixed = SearchState(); var rooms: [Room] = []
          var count = Request<String, Int>() }
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
            inBuilder: "a state that is not a collection",
            "room.liftToCollection(case: AppAction.room, state: \\.search, dependencies: \\.searchAPI)",
            error: "requires that 'SearchState' conform to 'MutableCollection'"
        ),
        Mistake(
            inBuilder: "a case without ids for a collection",
            "room.liftToCollection(case: AppAction.search, state: \\.rooms, dependencies: \\.searchAPI)",
            error: "to expected argument type 'CasePath<AppAction, ElementIDAction<Int, SearchAction>>'"
        ),
        Mistake(
            "two features of different types",
            "let app = search.lift(case: AppAction.search, state: \\AppState.search) <> search",
            error: "to expected argument type 'Feature<SearchAction, SearchState, API>'"
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
            "an effect without the value of its trigger",
            """
            let other = Feature<SearchAction, SearchState, API> { action, state in state.text = "" } effects: { effects, api in
              effects.on(\\.typed, .latest) { effect in effect.send(.cleared) }
            }
            """,
            error: "this trigger has a value: write { value, effect in … } or { _, effect in … }"
        ),
        Mistake(
            "an effect without the key of the state",
            """
            let other = Feature<SearchAction, Room?, API> { action, room in room?.text = "" } effects: { effects, api in
              effects.during(\\.?.id) { effect in effect.send(.cleared) }
            }
            """,
            error: "this rule has a key: write { key, effect in … } or { _, effect in … }"
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
            "a middleware's lift with the label of a feature's lift",
            "let rooms = Silent<SearchAction, Room>().liftToCollection(case: AppAction.room, state: \\AppState.rooms)",
            error: "incorrect argument label in call (have 'case:state:', expected 'case:stateCollection:')"
        ),
    ]

    @Test(arguments: mistakes)
    func mistakeGivesAnErrorThatNamesIt(mistake: Mistake) throws {
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
