// SPDX-License-Identifier: MIT

import BridgeMiddleware
import GatedMiddleware
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// Each kind of answering middleware, in each position.
@Suite struct CauseTests {
    enum Feature: Equatable, Sendable {
        case ask(Int)
        case answer(Int)
    }

    struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var answers = 0
    }

    enum AppAction: Equatable, Sendable {
        case feature(Feature)
        case row(ElementIDAction<Int, Feature>)
        case open(Bool)

        var feature: Feature? { if case .feature(let feature) = self { feature } else { nil } }
        var row: ElementIDAction<Int, Feature>? { if case .row(let row) = self { row } else { nil } }
        var open: Bool? { if case .open(let isOpen) = self { isOpen } else { nil } }
    }

    struct AppState: Sendable {
        var rows = [Row(id: 1), Row(id: 2)]
        var isOpen = true
        var answers = 0
    }

    typealias Local = AnyMiddleware<Feature, Feature, Row>
    typealias App = AnyMiddleware<AppAction, AppAction, AppState>

    /// The ways of a feature to answer.
    ///
    /// Each preserves the source differently.
    enum Way: CaseIterable, Sendable {
        case answer, derivedAnswer, io, bridge, bridgeWithState, task, thread, publisher

        var middleware: Local {
            switch self {
            case .answer: Way.closure { number, source in .send(.answer(number), from: source) }
            case .derivedAnswer:
                Way.closure { number, source in .send(.answer(number), from: source.derived(by: "Derived")) }
            case .io: Way.closure { number, source in IO { $0.dispatch(.answer(number), from: source) } }
            case .bridge: BridgeMiddleware<Feature, Feature, Row>().bridge(Way.answer).composition
            case .bridgeWithState:
                BridgeMiddleware<Feature, Feature, Row>().bridgeWithState { action, _ in Way.answer(action) }
                    .composition
            case .task: Way.closure { number, source in .task { $0.dispatch(.answer(number), from: source) } }
            case .thread:
                Way.closure { number, source in
                    IO { output in
                        output.startTask { output in
                            JoinableThread { output.dispatch(.answer(number), from: source) }.join()
                        }
                    }
                }
            case .publisher:
                PublisherMiddleware<Feature, Row> { action in
                    guard case .ask(let number) = action else { return nil }
                    return TypedPublisherAction { dispatch, _, cancellables in
                        Just(Feature.answer(number)).tap { dispatch($0) }.store(in: &cancellables)
                    }
                }
                .composition
            }
        }

        private static func answer(_ action: Feature) -> Feature? {
            if case .ask(let number) = action { .answer(number) } else { nil }
        }

        private static func closure(_ body: @escaping (Int, ActionSource) -> IO<Feature>) -> Local {
            Local { action, source, _ in
                if case .ask(let number) = action { body(number, source) } else { .pure() }
            }
        }
    }

    /// The position of a feature in the app.
    enum Place: CaseIterable, Sendable {
        case lifted, liftedTwice, inCollection, gatedByAction, gatedByState, gatedInside

        func middleware(of way: Way) -> App {
            let local = way.middleware
            return switch self {
            case .lifted: lifted(local)
            case .liftedTwice:
                lifted(local.lift(inputAction: { $0 }, outputAction: { $0 }, state: { (row: Row) in row }))
            case .inCollection:
                local.lift(.case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \AppState.rows))
                    .composition
            case .gatedByAction: lifted(local).gated(controlAction: \AppAction.open, default: .active).composition
            case .gatedByState: lifted(local).gated(state: \AppState.isOpen).composition
            case .gatedInside: lifted(local.gated(state: { _ in true }).composition)
            }
        }

        private func lifted(_ local: Local) -> App {
            local.lift(
                inputAction: \AppAction.feature,
                outputAction: AppAction.feature,
                state: { (app: AppState) in app.rows[0] }
            )
        }

        func asking(_ number: Int) -> AppAction {
            self == .inCollection ? .row(ElementIDAction(id: 1, action: .ask(number))) : .feature(.ask(number))
        }

        func number(of action: AppAction?) -> (isAnswer: Bool, number: Int)? {
            switch action?.feature ?? action?.row?.action {
            case .ask(let number): (false, number)
            case .answer(let number): (true, number)
            case nil: nil
            }
        }
    }

    static let combinations = Way.allCases.flatMap { way in Place.allCases.map { (way, $0) } }

    private static func store(_ way: Way, _ place: Place, _ recorder: Recorder<AppAction, AppState>) -> Store<
        AppAction, AppState
    > {
        Store(
            initialState: AppState(),
            reducer: .reduce { _, state in state.answers += 1 },
            middleware: place.middleware(of: way) <> recorder.middleware
        )
    }

    @Test(arguments: combinations)
    func answerIsCausedByItsAction(way: Way, place: Place) async {
        let recorder = Recorder<AppAction, AppState>()
        let store = Self.store(way, place, recorder)
        for number in 0..<5 { store.dispatch(place.asking(number)) }
        await store.settled()
        expectExact(recorder.recording(), place, count: 5)
    }

    @Test(arguments: combinations)
    func causesAreExactOnEightThreads(way: Way, place: Place) async {
        let count = hasFewRounds ? 10 : 200
        let recorder = Recorder<AppAction, AppState>(capacity: 100_000)
        let store = Self.store(way, place, recorder)
        onThreads(8) { thread in
            for index in 0..<count { store.dispatch(place.asking(thread * count + index)) }
        }
        await store.settled()
        expectExact(recorder.recording(), place, count: 8 * count)
    }

    private func expectExact(_ recording: Recording<AppAction, AppState>, _ place: Place, count: Int) {
        #expect(recording.entries.count == 2 * count)
        for entry in recording.entries {
            guard let (isAnswer, number) = place.number(of: entry.action) else {
                Issue.record("\(entry)")
                return
            }
            let cause = place.number(of: entry.cause.flatMap { recording.entry($0)?.action })
            #expect(cause?.isAnswer == (isAnswer ? false : nil))
            if isAnswer { #expect(cause?.number == number) }
        }
    }

    @Test func liftedRecorderKeepsLocalActionsAndStates() {
        let recorder = Recorder<Feature, Row>()
        let store = Store(
            initialState: AppState(),
            reducer: .reduce { _, state in state.rows[0].answers += 1 },
            middleware: Place.lifted.middleware(of: .io)
                <> recorder.middleware.lift(
                    inputAction: \AppAction.feature,
                    outputAction: AppAction.feature,
                    state: { (app: AppState) in app.rows[0] }
                )
        )
        store.dispatch(.open(true))
        store.dispatch(.feature(.ask(1)))
        // The action does not reach the recorder, but changes the recorded state.
        store.dispatch(.open(false))
        store.dispatch(.feature(.answer(2)))
        let recording = recorder.recording()
        #expect(recording.entries.map(\.action) == [.ask(1), .answer(1), .answer(2)])
        #expect(recording.causes == [nil, 0, nil])
        #expect(recording.entries.map(\.change) == ["answers: 1 → 2", "answers: 2 → 3", "answers: 4 → 5"])
    }

    /// An answer in another store may be recorded before the action that led to it.
    @Test(arguments: [1, 10]) func causeThatHasNotEndedIsSaid(capacity: Int) {
        let recorder = Recorder<Feature, Int>(capacity: capacity)
        let laptop = Store(
            initialState: 0,
            reducer: Reducer<Feature, Int>.identity,
            middleware: recorder.middleware(named: "Laptop")
        )
        let sentences = Lock<[[String]]>([])
        let forwarding = AnyMiddleware<Feature, Feature, Int> { action, source, _ in
            IO { output in
                output.startTask(from: source.derived(by: "Work", kind: "work")) { _ in }
                for sent in 1...3 {
                    let recording = recorder.recording()
                    let said =
                        sent == 1
                        ? recording.runs.map { recording.explain($0) }
                        : recording.entries.suffix(1).map { recording.explain($0) }
                    sentences.withLock { $0.append(said) }
                    laptop.dispatch(action, from: source)
                }
            }
        }
        let phone = Store(
            initialState: 0,
            reducer: Reducer<Feature, Int>.identity,
            middleware: forwarding <> recorder.middleware(named: "Phone")
        )
        phone.dispatch(.ask(1))
        let said = sentences.withLock { $0 }
        #expect(said.first?.first?.contains(", started by Phone 1 (not ended), ") == true, "\(said)")
        #expect(said.dropFirst().allSatisfy { $0[0].hasPrefix("Phone 1 (not ended) led to it") }, "\(said)")
    }

    @Test func causeInAStoreWithoutARecorderIsNotRecorded() {
        let recorder = Recorder<Feature, Int>(capacity: 1)
        let laptop = Store(initialState: 0, reducer: Reducer<Feature, Int>.identity, middleware: recorder.middleware)
        let forwarding = AnyMiddleware<Feature, Feature, Int> { action, source, _ in
            laptop.dispatch(action, from: source)
            return .pure()
        }
        let phone = Store(initialState: 0, reducer: Reducer<Feature, Int>.identity, middleware: forwarding)
        for number in 1...3 { phone.dispatch(.ask(number)) }
        let recording = recorder.recording()
        #expect(recording.entries.map { recording.explain($0).hasPrefix("3 (not recorded) led to it") } == [true])
    }

    @Test func lateAnswerHasItsCause() {
        let kept = Lock<(ActionSource, AnyActionHandler<Feature>)?>(nil)
        let recorder = Recorder<Feature, Int>()
        let keeping = AnyMiddleware<Feature, Feature, Int> { action, source, _ in
            guard case .ask = action else { return .pure() }
            return IO { output in kept.withLock { $0 = (source, output) } }
        }
        let store = Store(
            initialState: 0,
            reducer: Reducer<Feature, Int>.identity,
            middleware: keeping <> recorder.middleware
        )
        store.dispatch(.ask(1))
        for number in 2..<100 { store.dispatch(.answer(number)) }
        let (source, output) = kept.withLock { $0 }!
        JoinableThread { output.dispatch(.answer(100), from: source) }.join()
        let recording = recorder.recording()
        #expect(recording.causes.last == 0)
        #expect(recording.causes.dropLast().allSatisfy { $0 == nil })
        #expect(recording.entries.last?.thread == 2)
    }
}
