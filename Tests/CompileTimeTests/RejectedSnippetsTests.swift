// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Code that must not compile, and the expected errors.
@Suite struct RejectedSnippetsTests {
    struct Snippet: Sendable, CustomStringConvertible {
        let description: String
        let code: String
        let error: String
    }

    private static let declarations = """
        import RexCore
        final class Box { var value = 0 }
        final class Counter: MiddlewareProtocol {
          var count = 0
          func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> { .pure() }
        }
        struct Texts: MiddlewareProtocol {
          func handle(action: String, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<String> { .pure() }
        }

        """

    static let snippets = [
        Snippet(
            description: "a state that is not Sendable",
            code: "let store = Store<Int, Box>(initialState: Box(), reducer: .identity)",
            error: "type 'Box' does not conform to the 'Sendable' protocol"
        ),
        Snippet(
            description: "a middleware that is used after it was sent to a store",
            code: """
                func make() -> Store<Int, Int> {
                  let counter = Counter()
                  let store = Store(initialState: 0, reducer: .identity, middleware: counter)
                  counter.count += 1
                  return store
                }
                """,
            error: "sending 'counter' risks causing data races"
        ),
        Snippet(
            description: "a reducer that captures a value that is not Sendable",
            code: """
                func make(box: Box) -> Reducer<Int, Int> { .reduce { _, state in state = box.value } }
                """,
            error: "capture of 'box' with non-Sendable type 'Box'"
        ),
        Snippet(
            description: "two joined reducers without their type",
            code:
                "let reducer: Reducer<Int, Int> = .reduce { _, state in state += 1 } <> .reduce { _, state in state += 2 }",
            error: "write Reducer<Action, State>.reduce, with the types, on both sides of <>"
        ),
        Snippet(
            description: "a misspelt key path in a list of reducers",
            code: """
                struct AppState: Sendable { var count = 0 }
                let count = Reducer<Int, Int>.reduce { action, count in count += action }
                let app = Reducer<Int, AppState>.combine {
                  count.lift(state: \\.count)
                  count.lift(state: \\.cuont)
                }
                """,
            error: "value of type 'AppState' has no member 'cuont'"
        ),
        Snippet(
            description: "middlewares of different actions in one composition",
            code: "func make() { _ = Counter() <> Texts() }",
            error: "operator function '<>' requires the types"
        ),
        Snippet(
            description: "an action of another type",
            code: """
                func send(store: Store<Int, Int>) { store.dispatch("text") }
                """,
            error: "no exact matches in call to instance method 'dispatch'"
        ),
        Snippet(
            description: "a composition that is shared between threads",
            code: """
                func share(_ middleware: ComposedMiddleware<Int, Int, Int>) -> @Sendable () -> Void {
                  { _ = middleware }
                }
                """,
            error: "capture of 'middleware' with non-Sendable type 'ComposedMiddleware<Int, Int, Int>'"
        ),
        Snippet(
            description: "an optimistic part that is saved without its outbox",
            code: optimistic("Optimistic<[Int], Int>"),
            error: "Not to be called: pass `acknowledging:` and `state:`."
        ),
        Snippet(
            description: "an optional optimistic part that is saved without its outbox",
            code: optimistic("Optimistic<[Int], Int>?"),
            error: "Not to be called: pass `acknowledging:` and `state:`."
        ),
    ]

    private static func optimistic(_ type: String) -> String {
        """
        import OutboxMiddleware
        import PersistenceMiddleware
        struct Board: Sendable { var cards: \(type) }
        struct World: Sendable { var cards: StateFile<Optimistic<[Int], Int>> }
        let saving = Feature<Int, Board, World>.saving(\\.cards, to: \\.cards, within: .seconds(1))
        """
    }

    @Test(arguments: snippets)
    func snippetIsRejectedWithItsError(snippet: Snippet) throws {
        let outcome = try Compiler.check(Self.declarations + snippet.code, for: .dataRaces, deadline: 60)
        #expect(!outcome.succeeded)
        #expect(outcome.diagnostics.contains(snippet.error), "\(outcome.diagnostics)")
    }

    @Test func declarationsAloneAreAccepted() throws {
        let outcome = try Compiler.check(Self.declarations, for: .dataRaces, deadline: 60)
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
    }
}
