// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Rounding: ActionDerivation {
    let price: Int
    let texts: Recorder<Int>

    var step: ActionSource.Step {
        texts.record(price)
        return .here(kind: "rounding", text: "Rounded from \(price)")
    }
}

@Suite struct TrailTests {
    private let texts = Recorder<Int>()

    @Test func sourceWithoutInfoHasNoTrail() {
        #expect(ActionSource.here().trail == [])
    }

    @Test func trailHasTheStepsInOrderWithTheirLocations() {
        let place = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")
        let source = place.derived(by: Rounding(price: 5, texts: texts))
            .derived(by: "Timer", kind: "clock", file: "Shop/Clock.swift", function: "tick()", line: 12)
        #expect(texts.events == [])
        #expect(source.trail.map(\.kind) == ["dispatch", "rounding", "clock"])
        #expect(source.trail.map(\.text) == ["by button", "Rounded from 5", "Timer at Clock.swift:12"])
        #expect(source.trail.map(\.file) == ["Shop/Cart.swift", "RexCoreTests/TrailTests.swift", "Shop/Clock.swift"])
        #expect(source.trail.map(\.function) == ["buy()", "step", "tick()"])
        #expect(source.trail.map(\.line).first == 7)
        #expect(source.trail.last?.line == 12)
        #expect(source.info == "by button\nRounded from 5\nTimer at Clock.swift:12")
        #expect((source.file, source.function, source.line) == ("Shop/Cart.swift", "buy()", 7))
    }

    @Test func textsAreCreatedForEachRead() {
        let source = ActionSource.here().derived(by: Rounding(price: 1, texts: texts))
        _ = source.trail
        _ = source.info
        #expect(texts.events == [1, 1])
    }

    /// A store gives the source of each action a new number.
    @Test(arguments: [1, 99, 100, 101, 250]) func stepsSinceACauseBelongToOneAction(count: Int) {
        var source = ActionSource.here(info: "by button").processed(as: 1)
        for number in 2...count + 1 {
            source = source.derived(by: Rounding(price: number, texts: texts)).processed(as: number)
        }
        #expect(source.trail(since: count).map(\.text) == ["Rounded from \(count + 1)"])
        #expect(texts.events == [count + 1])
        #expect(source.trail(since: count + 1) == [])
        #expect(source.trail(since: nil) == source.trail)
    }

    @Test func tooManyStepsOfOneActionAreAbridged() {
        var source = ActionSource.here().processed(as: 7)
        for number in 0..<150 { source = source.derived(by: Rounding(price: number, texts: texts)) }
        let steps = source.processed(as: 8).trail(since: 7)
        #expect(steps.count == 51)
        #expect(steps.first?.text == "(100 earlier lines left out)")
    }

    @Test func sendAddsItsStepToTheSource() {
        let seen = Recorder<DispatchedAction<Int>>()
        let source = ActionSource(file: "A/B.swift", function: "f()", line: 3, info: nil)
        IO.send(1, from: source).run(seen.record)
        IO.send(2, from: source, derivedBy: Rounding(price: 9, texts: texts)).run(seen.record)
        #expect(seen.events.map(\.action) == [1, 2])
        #expect(seen.events[0].dispatcher == source)
        #expect(seen.events[1].dispatcher.info == "Rounded from 9")
        #expect(seen.events[1].dispatcher.file == "A/B.swift")
    }
}

/// The causes of actions.
@Suite struct CauseTests {
    private struct Seen: Sendable, Equatable {
        let action: Int
        let number: Int
        let cause: Int?
    }

    private let seen = Recorder<Seen>()

    private func noting() -> AnyMiddleware<Int, Int, Int> {
        let outputs = Recorder<AnyActionHandler<Int>>()
        return AnyMiddleware { _, output in
            outputs.record(output)
        } handle: { [seen] action, source, _ in
            seen.record(Seen(action: action, number: source.number ?? -1, cause: outputs.events[0].cause(of: source)))
            return .pure()
        }
    }

    /// Returns the cause of each action.
    ///
    /// The actions are distinct numbers.
    private var causes: [Int: Int?] {
        let actions = Dictionary(seen.events.map { ($0.number, $0.action) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            seen.events.map { ($0.action, $0.cause.flatMap { actions[$0] }) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test func externalActionHasNoCause() {
        let store = Store(initialState: 0, reducer: .identity, middleware: noting())
        store.dispatch(1)
        store.dispatch(2)
        #expect(causes == [1: nil, 2: nil])
        #expect(seen.events[1].number == seen.events[0].number + 1)
    }

    @Test func causeIsKnownOnlyWhileTheActionIsProcessed() {
        let kept = Recorder<(AnyActionHandler<Int>, ActionSource)>()
        let store = Store(
            initialState: 0,
            reducer: .identity,
            middleware: AnyMiddleware<Int, Int, Int> { action, source, _ in
                IO { output in
                    kept.record((output, source))
                    if action == 1 { output.dispatch(2, from: source) }
                }
            }
        )
        store.dispatch(1)
        let (output, first, second) = (kept.events[0].0, kept.events[0].1, kept.events[1].1)
        #expect(output.cause(of: first) == nil)
        #expect(output.cause(of: second) == first.number)
        store.dispatch(3)
        #expect(output.cause(of: second) == nil)
        #expect(output.cause(of: .here()) == nil)
        #expect(AnyActionHandler<Int> { _ in }.cause(of: second) == nil)
    }

    @Test func answersInEveryFormHaveTheirCause() {
        let answering = AnyMiddleware<Int, Int, Int> { action, source, _ in
            guard action < 10 else { return .pure() }
            var io = IO<Int>.send(action * 10, from: source)
            io.append(.send(action * 100, from: source, derivedBy: Rounding(price: 1, texts: Recorder())))
            io.append(IO { $0.dispatch(action * 1_000, from: source.derived(by: "someone")) })
            io.append(IO { $0.dispatch(action * 10_000) })
            return io
        }
        let lifted = answering.lift(outputAction: { $0 }).lift(state: { $0 })
        let store = Store(initialState: 0, reducer: .identity, middleware: noting() <> lifted)
        store.dispatch(2)
        #expect(causes == [2: nil, 20: 2, 200: 2, 2_000: 2, 20_000: nil])
    }

    @Test func eachAnswerOfAChainHasItsOwnCause() {
        let store = Store(
            initialState: 0,
            reducer: .identity,
            middleware: noting() <> Countdown()
        )
        store.dispatch(3)
        #expect(causes == [3: nil, 2: 3, 1: 2, 0: 1])
    }

    @Test func lateAnswerFromAnotherThreadHasItsCause() {
        let kept = Recorder<@Sendable () -> Void>()
        let late = AnyMiddleware<Int, Int, Int> { action, source, _ in
            action == 1 ? IO { output in kept.record { output.dispatch(100, from: source) } } : .pure()
        }
        let store = Store(initialState: 0, reducer: .identity, middleware: noting() <> late)
        store.dispatch(1)
        store.dispatch(2)
        JoinableThread { kept.events[0]() }.join()
        #expect(causes == [1: nil, 2: nil, 100: 1])
    }

    @Test func twoStoresNeverShareActionNumbers() {
        let stores = (0..<2).map { _ in Store(initialState: 0, reducer: .identity, middleware: noting()) }
        onThreads(2) { thread in for action in 0..<100 { stores[thread].dispatch(action) } }
        #expect(Set(seen.events.map(\.number)).count == 200)
    }

    @Test func actionPassedToAnotherStoreIsCausedByTheActionOfTheFirst() {
        let second = Store(initialState: 0, reducer: .identity, middleware: noting())
        let passing = AnyMiddleware<Int, Int, Int> { action, source, _ in
            IO { _ in second.dispatch(action * 10, from: source) }
        }
        let first = Store(initialState: 0, reducer: .identity, middleware: noting() <> passing)
        first.dispatch(1)
        #expect(causes == [1: nil, 10: 1])
    }
}
