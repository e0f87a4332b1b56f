// SPDX-License-Identifier: MIT

// The examples in the documentation comments of RexCore.

import RexCore
import RexTestSupport
import Testing

private struct Total: Monoid, Composable {
    var value: Int
    static let identity = Total(value: 0)
    static func append(_ lhs: Total, _ rhs: Total) -> Total { Total(value: lhs.value + rhs.value) }
}

private enum CounterAction: Sendable { case increment, decrement }

private let counter = Reducer<CounterAction, Int>.reduce { action, count in
    switch action {
    case .increment: count += 1
    case .decrement: count -= 1
    }
}

private enum Door: Sendable { case opened, greet(visitor: Int) }

private struct Greeter: MiddlewareProtocol {
    func handle(action: Door, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Door> {
        guard case .opened = action else { return .pure() }
        return IO { output in output.dispatch(.greet(visitor: state()), from: source) }
    }
}

private enum Alarm: Sendable { case rang, tooMany }

private enum AppAction: Sendable {
    case counter(CounterAction)
    case door(Door)

    var counter: CounterAction? { if case .counter(let action) = self { action } else { nil } }
    var door: Door? { if case .door(let action) = self { action } else { nil } }
}

private struct AppState: Sendable {
    var count = 0
    var visitors = 0
}

@Suite struct CoreExampleTests {
    @Test func composable() {
        #expect((Total(value: 1) <> Total(value: 2)).value == 3)
        #expect(mconcat([Total(value: 1), Total(value: 2), Total(value: 3)]).value == 6)
    }

    @Test func actionSource() {
        let source = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")
        #expect(source.info == "by button")
    }

    @Test func reducer() {
        var count = 41
        counter.reduce(.increment, &count)
        #expect(count == 42)

        let app = counter.lift(action: \AppAction.counter, state: \AppState.count)
        var state = AppState()
        app.reduce(.counter(.increment), &state)
        #expect(state.count == 1)
    }

    @Test func featureMap() {
        let path = CasePath<AppAction, CounterAction>(extract: \.counter, embed: AppAction.counter, name: "counter")
        let app = Feature<CounterAction, Int, Void>(counter).lift(case: path, state: \AppState.count)
        #expect("\(app.map(()))" == "AppState\n  counter, \\AppState.count")
    }

    @Test func undoable() {
        var text = Undoable("Emma")
        text.change(limit: 10) { $0 += "!" }
        text.undo()
        #expect(text.present == "Emma")

        struct Editor { var count = Undoable(0) }
        let editor = counter.undoable(
            limit: 100,
            undo: { action in if case .decrement = action { true } else { false } },
            redo: { _ in false }
        )
        .lift(action: \AppAction.counter, state: \Editor.count)
        var state = Editor()
        for action in [CounterAction.increment, .increment, .decrement] { editor.reduce(.counter(action), &state) }
        #expect(state.count.present == 1)
    }

    @Test func middleware() {
        let greeted = Recorder<Int>()
        let reducer = Reducer<Door, Int>.reduce { action, visitors in
            switch action {
            case .opened: visitors += 1
            case .greet(let visitor): greeted.record(visitor)
            }
        }
        let store = Store(initialState: 0, reducer: reducer, middleware: Greeter())
        store.dispatch(.opened)
        store.dispatch(.opened)
        #expect(greeted.events == [1, 2])
    }

    @Test func anyMiddleware() {
        let beeper = AnyMiddleware<Alarm, Alarm, Int> { action, source, state in
            IO { output in if state() > 3 { output.dispatch(.tooMany, from: source) } }
        }
        #expect(sent(by: beeper.handle(action: .rang, from: .here(), state: { 3 })).isEmpty)
        #expect(sent(by: beeper.handle(action: .rang, from: .here(), state: { 4 })).count == 1)
    }

    @Test func lift() {
        let app = Greeter().lift(inputAction: \AppAction.door, outputAction: AppAction.door, state: \AppState.visitors)
        let store = Store(
            initialState: AppState(),
            reducer: counter.lift(action: \AppAction.counter, state: \AppState.count),
            middleware: app <> IdentityMiddleware()
        )
        store.dispatch(.counter(.increment))
        #expect(store.state.count == 1)
    }

    @Test func store() {
        let printed = Recorder<Int>()
        let store = Store(initialState: 0, reducer: counter)
        let observation = store.observe { count in printed.record(count) }
        store.dispatch(.increment)
        #expect(store.state == 1)
        #expect(printed.events == [0, 1])
        observation.cancel()
    }
}
