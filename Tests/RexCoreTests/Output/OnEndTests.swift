// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Outputs are notified of the end of their store.
@Suite struct OnEndTests {
    private let outputs = Recorder<AnyActionHandler<Int>>()
    private let ends = Recorder<String>()

    private func makeStore() -> Store<Int, Int> {
        Store(
            initialState: 0,
            reducer: .identity,
            middleware: AnyMiddleware<Int, Int, Int> { [outputs, ends] _, output in
                outputs.record(output)
                output.onEnd { ends.record("plain") }
                output.contramap { (text: String) in text.count }.onEnd { ends.record("contramapped") }
                AnyActionHandler(output).onEnd { ends.record("erased") }
            } handle: { _, _, _ in
                .pure()
            }
        )
    }

    @Test func outputsAreNotifiedOfTheEndBeforeDroppingReturns() {
        var store: Store<Int, Int>? = makeStore()
        store?.dispatch(1)
        #expect(ends.events.isEmpty)
        store = nil
        #expect(ends.events == ["plain", "contramapped", "erased"])
    }

    @Test func onEndAfterTheEndCallsAtOnce() {
        _ = makeStore()
        outputs.events[0].onEnd { [ends] in ends.record("late") }
        #expect(ends.events == ["plain", "contramapped", "erased", "late"])
    }

    @Test func onEndWithoutAStoreNeverCalls() {
        let handler = AnyActionHandler<Int> { _ in }
        handler.onEnd { [ends] in ends.record("called") }
        #expect(ends.events.isEmpty)
    }

    /// Notes the end through the output of its context and through the output of each `IO`.
    private struct Listener<State>: MiddlewareProtocol, Sendable {
        let ends: Recorder<String>

        func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Int>) {
            output.onEnd { [ends] in ends.record("context") }
        }

        func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Int> {
            IO { [ends] output in output.onEnd { ends.record("IO") } }
        }
    }

    private struct Row: Identifiable, Sendable { let id = 0 }

    private struct Rows: Sendable { var rows = [Row()] }

    private enum Outer: Sendable, CaseIndexed {
        case number(Int), row(ElementIDAction<Int, Int>)

        static var caseCount: Int { 2 }
        var caseIndex: Int { if case .number = self { 0 } else { 1 } }
        var number: Int? {
            get { if case .number(let number) = self { number } else { nil } }
            set { if let newValue { self = .number(newValue) } }
        }
        var row: ElementIDAction<Int, Int>? {
            get { if case .row(let action) = self { action } else { nil } }
            set { if let newValue { self = .row(newValue) } }
        }
    }

    private typealias Erased = AnyMiddleware<Outer, Outer, Rows>

    private func lifts() -> [(name: String, middleware: Erased)] {
        let part = Listener<Int>(ends: ends)
        let path = CasePath<Outer, Int>(extract: \.number, embed: Outer.number, caseIndex: 0)
        let state: @Sendable (Rows) -> Int = { _ in 0 }
        func forms(of kind: String, _ middleware: some MiddlewareProtocol<Int, Int, Int>) -> [(String, Erased)] {
            [
                (
                    kind + " by functions",
                    middleware.lift(inputAction: \Outer.number, outputAction: Outer.number, state: state)
                        .eraseToAnyMiddleware()
                ),
                (
                    kind + " step by step",
                    middleware.lift(inputAction: \Outer.number).lift(outputAction: Outer.number)
                        .lift(state: state).eraseToAnyMiddleware()
                ),
                (kind + " by a case path", middleware.lift(case: path, state: state).eraseToAnyMiddleware()),
            ]
        }
        return forms(of: "typed", part) + forms(of: "erased", part.eraseToAnyMiddleware())
            + forms(of: "composed", part <> IdentityMiddleware()) + forms(of: "two", part <> part)
    }

    /// A lift once lost the end, so that middlewares never released the data of their store.
    @Test func endIsReportedThroughEveryLift() {
        for place in lifts().indices {
            let (name, middleware) = lifts()[place]
            let ends = ends.events.count
            var store: Store<Outer, Rows>? = Store(initialState: Rows(), reducer: .identity, middleware: middleware)
            store?.dispatch(.number(1))
            #expect(self.ends.events.count == ends, "\(name)")
            store = nil
            let expected = name.hasPrefix("two") ? ["context", "context", "IO", "IO"] : ["context", "IO"]
            #expect(Array(self.ends.events.dropFirst(ends)) == expected, "\(name)")
        }
    }

    @Test func endIsReportedThroughLiftsToACollection() {
        let row = Listener<Row>(ends: ends)
        var store: Store<Outer, Rows>? = Store(
            initialState: Rows(),
            reducer: .identity,
            middleware: row.lift(.case(CasePath(extract: \.row, embed: Outer.row), each: \.rows))
        )
        store?.dispatch(.row(ElementIDAction(id: 0, action: 1)))
        store = nil
        #expect(ends.events == ["IO"])
    }

    private func combined() -> [IO<Int>] {
        @Sendable func listen() -> IO<Int> { IO { [ends] output in output.onEnd { ends.record("end") } } }
        let sending = IO<Int> { $0.dispatch(1) }
        return [
            listen().map { $0 }, sending.flatMap { _ in listen() }, listen().flatMap { _ in .pure() },
            IO<Int>.pure() <> listen(), sending <> listen(), (listen() <> sending).map { $0 }.flatMap { _ in .pure() },
        ]
    }

    @Test func endIsReportedThroughEveryCombinatorOfIO() {
        for place in combined().indices {
            let middleware = AnyMiddleware<Int, Int, Int> { action, _, _ in action == 0 ? combined()[place] : .pure() }
            var store: Store<Int, Int>? = Store(initialState: 0, reducer: .identity, middleware: middleware)
            store?.dispatch(0)
            #expect(ends.events.count == place)
            store = nil
            #expect(ends.events.count == place + 1)
        }
    }
}
