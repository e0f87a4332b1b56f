// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private typealias Composed = ComposedMiddleware<Int, Int, Int>

@Suite struct CompositionTests {
    private let notes = Recorder<String>()

    private func named(_ name: String) -> Probe<Int, Int> { Probe(name: name, notes: notes) }

    /// Returns the names of the middlewares in the order of their `handle` calls, then in the order of their `IO`s.
    private func order(
        in middleware: some MiddlewareProtocol<Int, Int, Int>
    ) -> (handles: [String], ios: [String]) {
        middleware.handle(action: 1, from: .here(), state: { 0 }).run { _ in }
        let words = notes.events.map { $0.split(separator: " ") }
        return (
            words.filter { $0[1] == "handle" }.map { String($0[0]) },
            words.filter { $0[1] == "io" }.map { String($0[0]) }
        )
    }

    @Test func handlesAndIOsRunInTheOrderOfComposition() {
        let order = order(in: named("a") <> named("b") <> named("c"))
        #expect(order.handles == ["a", "b", "c"])
        #expect(order.ios == ["a", "b", "c"])
    }

    @Test func nestedCompositionsAreFlattened() {
        let inner = (named("b") <> named("c")).eraseToAnyMiddleware().eraseToAnyMiddleware()
        var composed = Composed(named("a"))
        composed.append(middleware: inner)
        composed.append(middleware: IdentityMiddleware())
        composed.append(middleware: IdentityMiddleware().eraseToAnyMiddleware())
        composed.append(middleware: named("d") <> Composed.identity)
        #expect(order(in: composed).handles == ["a", "b", "c", "d"])
    }

    @Test func appendingToACopyLeavesTheOriginal() {
        let original = named("a") <> named("b")
        var copy = original
        copy.append(middleware: named("c"))
        #expect(order(in: original).handles == ["a", "b"])
    }

    @Test func contextPassesThroughEveryContainer() {
        let contexts = Recorder<String>()
        func listener(_ name: String) -> AnyMiddleware<Int, Int, Int> {
            AnyMiddleware { getState, output in
                contexts.record("\(name) \(getState())")
                output.dispatch(name.count)
            } handle: { _, _, _ in
                .pure()
            }
        }
        let sent = Recorder<String>()
        let lifted = (listener("x") <> listener("yy"))
            .lift(inputAction: { (text: String) in Int(text) }, outputAction: { "\($0)" }, state: \[Int].count)
            .eraseToAnyMiddleware()
        let composed = lifted <> IdentityMiddleware()
        composed.receiveContext(getState: { [1, 2, 3] }, output: AnyActionHandler { sent.record($0.action) })
        #expect(contexts.events == ["x 3", "yy 3"])
        #expect(sent.events == ["1", "2"])
    }

    @Test func identityDoesNothingAndReadsNothing() {
        let read = Recorder<Int>()
        let identity = IdentityMiddleware<Int, Int, Int>()
        let io = identity.handle(
            action: 1,
            from: .here(),
            state: {
                read.record(0)
                return 0
            }
        )
        #expect(sent(by: io).isEmpty)
        #expect(read.events == [])
        #expect(identity == IdentityMiddleware())
    }
}
