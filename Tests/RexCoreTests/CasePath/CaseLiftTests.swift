// SPDX-License-Identifier: MIT

import RexCore
import Testing

private enum AppAction: Equatable, Sendable {
    case counter(Int)
    case other
}

private struct AppState: Sendable {
    var count = 0
}

private struct World: Sendable { var summand: Int }

private let counter = CasePath<AppAction, Int>(
    extract: { if case .counter(let number) = $0 { number } else { nil } },
    embed: AppAction.counter
)

private struct Adder: MiddlewareProtocol, Sendable {
    var summand = 0

    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        IO { [summand] output in output.dispatch(action + 10 * state() + 100 * summand, from: dispatcher) }
    }
}

private func answers(
    _ middleware: some MiddlewareProtocol<AppAction, AppAction, AppState>,
    to actions: AppAction...
) -> [AppAction] {
    actions.flatMap { action in
        sent(by: middleware.handle(action: action, from: .here(), state: { AppState(count: 2) })).map(\.action)
    }
}

@Suite struct CaseLiftTests {
    @Test func reducerSeesTheActionsOfItsCase() {
        let reducer = Reducer<Int, Int>.reduce { action, count in count += action }
            .lift(case: counter, state: \AppState.count)
        var state = AppState()
        for action in [AppAction.counter(2), .other, .counter(3)] { reducer.reduce(action, &state) }
        #expect(state.count == 5)
    }

    @Test func middlewareAnswersInItsCase() {
        #expect(answers(Adder().lift(case: counter, state: \.count), to: .other, .counter(1)) == [.counter(21)])
    }

    @Test func liftedMiddlewareIsAComposition() {
        let erased: AnyMiddleware<AppAction, AppAction, AppState> = Adder().eraseToAnyMiddleware()
            .lift(case: counter, state: \.count)
        let composed: ComposedMiddleware<AppAction, AppAction, AppState> = (Adder() <> Adder())
            .lift(case: counter, state: \.count)
        let identity: ComposedMiddleware<AppAction, AppAction, AppState> = IdentityMiddleware<Int, Int, Int>()
            .lift(case: counter, state: \.count)
        #expect(answers(erased, to: .other, .counter(1)) == [.counter(21)])
        #expect(answers(composed, to: .other, .counter(1)) == [.counter(21), .counter(21)])
        #expect(answers(identity, to: .other, .counter(1)) == [])
    }

    @Test func readerGetsItsDependencies() {
        let reader = MiddlewareReader<Int, Adder> { Adder(summand: $0) }
            .lift(case: counter, state: \AppState.count, dependencies: \World.summand)
        #expect(answers(reader.inject(World(summand: 3)), to: .other, .counter(1)) == [.counter(321)])
    }
}
