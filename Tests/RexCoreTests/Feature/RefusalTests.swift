// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private typealias App = Feature<FeatureAction, FeatureState, FeatureWorld>

@Suite struct RefusalTests {
    private let events = Recorder<String>()
    private static let late: [FeatureAction] = [
        .maybe(.add(2)), .screen(.add(2)), .row(ElementIDAction(id: 5, action: .add(2))),
        .named(ElementIDAction(id: "b", action: .add(2))),
    ]
    private static let reasons = [
        "the state of FeatureAction is gone", "the state of FeatureAction is gone",
        "the element of FeatureAction is gone", "the value of FeatureAction is gone",
    ]

    /// The parent, ahead of its parts: it would react to each action.
    private var parent: App {
        let events = events
        return App { action, state in
            events.record("reduce \(action)")
            state.total.count += 1
        }
        .adding(
            AnyMiddleware<FeatureAction, FeatureAction, FeatureState> { [events] action, source, _ in
                events.record("handle \(action)")
                return IO { _ in events.record("io \(action)") }
            }
        )
    }

    private func app(absent: AbsentPart = .refuses) -> App {
        let part = part()
        return .combine {
            part.lift(.case(FeatureAction.maybe, optional: \.maybe, absent: absent), dependencies: \.factor)
            part.lift(dependencies: \FeatureWorld.factor)
                .lift(.case(FeatureAction.screen, in: FeatureScreen.part, absent: absent))
                .lift(state: \.screen)
            part.lift(.case(FeatureAction.row, each: \.rows, absent: absent), dependencies: \.factor)
            part.lift(dependencies: \.factor)
                .lift(.case(FeatureAction.named, values: \.named, absent: absent))
        }
    }

    /// Records the refused actions, with their reasons.
    private var refusals: App {
        App(middleware: RefusalObserver(events: events))
    }

    private func store(_ feature: App, _ state: FeatureState = FeatureState()) -> Store<FeatureAction, FeatureState> {
        Store(initialState: state, feature: feature, dependencies: FeatureWorld(factor: 10))
    }

    @Test(arguments: zip(late, reasons))
    func nobodyProcessesAnActionForAPartThatIsGone(action: FeatureAction, reason: String) {
        let store = store(refusals <> parent <> app())
        let observation = store.observe { [events] _ in events.record("observe") }
        store.dispatch(action)
        #expect(events.events == ["observe", "refused \(action): \(reason)"])
        #expect(store.state == FeatureState())
        withExtendedLifetime(observation) {}
    }

    @Test(arguments: late) func storeWithoutAMiddlewareRefusesToo(action: FeatureAction) {
        let events = events
        let feature =
            App { action, _ in events.record("reduce \(action)") }
            <> Feature(Reducer<FeatureAction, FeatureState>.identity)
        let part = Feature<PartAction, Part, FeatureWorld> { _, _ in }
        let store = store(
            feature <> part.lift(.case(FeatureAction.maybe, optional: \.maybe))
                <> part.lift(.case(FeatureAction.screen, in: FeatureScreen.part)).lift(state: \.screen)
                <> part.lift(.case(FeatureAction.row, each: \.rows))
                <> part.lift(.case(FeatureAction.named, values: \.named))
        )
        store.dispatch(action)
        #expect(events.events == [])
        store.dispatch(.show(true))
        #expect(events.events == ["reduce show(true)"])
    }

    @Test func projectionsReportARefusalWithTheActionOfTheStore() {
        let store = store(refusals <> parent)
        let mapped = store.contramapAction(FeatureAction.maybe).mapState { $0.total }
        let projection = mapped.projection { (count: Int) in
            count < 0 ? nil : PartAction.add(count)
        } state: {
            $0.count
        }
        for count in [-1, 2] { projection.refuse(DispatchedAction(count), because: .partIsGone("test")) }
        mapped.refuse(DispatchedAction(.add(3)), because: .partIsGone("test"))
        store.eraseToAnyStoreType().refuse(DispatchedAction(.show(true)), because: .partIsGone("test"))
        let refused: [FeatureAction] = [.maybe(.add(2)), .maybe(.add(3)), .show(true)]
        #expect(events.events == refused.map { "refused \($0): test" })
    }

    @Test(arguments: late) func actionForAnAbsentPartCanReachTheParents(action: FeatureAction) {
        let store = store(refusals <> parent <> app(absent: .reachesParents))
        store.dispatch(action)
        #expect(events.events == ["handle \(action)", "reduce \(action)", "io \(action)"])
    }

    @Test(arguments: late) func storeOfAReducerAndAMiddlewareRefusesNothing(action: FeatureAction) {
        let feature = parent <> app()
        let store = Store(
            initialState: FeatureState(),
            reducer: feature.reducer,
            middleware: feature.middleware(FeatureWorld(factor: 10))
        )
        store.dispatch(action)
        #expect(events.events == ["handle \(action)", "reduce \(action)", "io \(action)"])
    }

    @Test func actionIsProcessedIfOneOfTwoLiftsOfItsCaseHasThePart() {
        let part = part()
        let both =
            part.lift(.case(FeatureAction.row, each: \.rows), dependencies: \FeatureWorld.factor)
            <> part.lift(.case(FeatureAction.row, each: \FeatureState.other), dependencies: \.factor)
        for (rows, other) in [([], [5]), ([5], []), ([5], [5]), ([4], [4])] as [([Int], [Int])] {
            let state = FeatureState(rows: rows.map { Part(id: $0) }, other: other.map { Part(id: $0) })
            let store = store(both, state)
            store.dispatch(.row(ElementIDAction(id: 5, action: .added(1))))
            #expect(store.state.rows.map(\.answers) == rows.map { $0 == 5 ? [1] : [] })
            #expect(store.state.other.map(\.answers) == other.map { $0 == 5 ? [1] : [] })
        }
    }

    @Test func actionOfAnotherCaseIsNotRefused() {
        let store = store(refusals <> parent <> app())
        store.dispatch(.show(true))
        store.dispatch(.total(.add(1)))
        #expect(events.events.filter { $0.hasPrefix("refused") } == [])
        #expect(events.events.count == 6)
    }

    @Test func partIsGoneForTheNextActionInTheQueue() {
        let close = App { action, state in if action == .show(false) { state.maybe = nil } }
        let sender = App(
            middleware: AnyMiddleware<FeatureAction, FeatureAction, FeatureState> { action, source, _ in
                guard action == .show(true) else { return .pure() }
                return IO { output in
                    for next in [.show(false), .maybe(.add(1)), .show(false)] as [FeatureAction] {
                        output.dispatch(next, from: source)
                    }
                }
            }
        )
        let store = store(refusals <> sender <> close <> app(), FeatureState(maybe: Part()))
        store.dispatch(.show(true))
        #expect(events.events == ["refused maybe(RexCoreTests.PartAction.add(1)): the state of FeatureAction is gone"])
    }

    @Test func partThatIsThereButHasLostAPartRefuses() {
        struct Outer: Sendable { var inner: Part? }
        let events = events
        let inner = part().lift(dependencies: \FeatureWorld.factor)
        let outer = inner.lift(
            .case(CasePath<PartAction, PartAction>(extract: { $0 }, embed: { $0 }), optional: \Outer.inner)
        )
        let app =
            Feature<PartAction, Outer?, FeatureWorld> { _, _ in events.record("reduce") }
            <> outer.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), optional: \.self))
        for state in [nil, Outer(inner: nil), Outer(inner: Part())] {
            let store = Store(initialState: state, feature: app, dependencies: FeatureWorld(factor: 1))
            store.dispatch(.added(3))
        }
        #expect(events.events == ["reduce"])
    }

    @Test func refusalIsKeptByAllOtherFormsOfAFeature() {
        let events = events
        let feature = app()
        let forms: [App] = [
            feature, feature.adding(IdentityMiddleware<FeatureAction, FeatureAction, FeatureState>()),
            feature.mapMiddleware { $0 }, feature.lift(dependencies: { (world: FeatureWorld) in world }),
            feature.lift(state: \FeatureState.self),
            feature.lift(case: CasePath(extract: { $0 }, embed: { $0 }), state: \.self),
        ]
        for form in forms { store(parent <> form).dispatch(.maybe(.add(1))) }
        let undoable = (parent <> feature).undoable(limit: 3, undo: { _ in false }, redo: { _ in false })
        Store(initialState: Undoable(FeatureState()), feature: undoable, dependencies: FeatureWorld(factor: 1))
            .dispatch(.maybe(.add(1)))
        #expect(events.events == [])
    }

    @Test func joinedStateWithoutAPartRefuses() {
        struct Two: Sendable, Equatable {
            var maybe = Part()
            var total = Part()
        }
        let two = Feature<PartAction, Two, FeatureWorld> { _, two in two.total.count += 1 }
        let path = JoinedPath<FeatureState, Two>(
            Two(),
            .optionalPart(\.maybe, as: \.maybe),
            .part(\.total, as: \.total)
        )
        let store = store(refusals <> parent <> two.lift(.case(FeatureAction.maybe, joined: path)))
        store.dispatch(.maybe(.add(1)))
        #expect(
            events.events == ["refused \(FeatureAction.maybe(.add(1))): a part of the state of FeatureAction is gone"]
        )
        #expect(store.state == FeatureState())
    }

    @Test func refusedActionCountsAsDone() async {
        let events = events
        let app = refusals <> app().adding(Sender(events: events))
        let store = store(app)
        store.dispatch(.show(true))
        await store.settled()
        let refusal = "refused \(FeatureAction.maybe(.add(1))): the state of FeatureAction is gone"
        #expect(events.events == [refusal, "task finished"] || events.events == ["task finished", refusal])
    }

    @Test func refusedActionHasANumber() {
        let numbers = Recorder<Int?>()
        let store = store(
            App(
                middleware: AnyMiddleware<FeatureAction, FeatureAction, FeatureState> { _, source, _ in
                    numbers.record(source.number)
                    return .pure()
                }
            ) <> app()
        )
        store.dispatch(.show(true))
        store.dispatch(.maybe(.add(1)))
        store.dispatch(.show(true))
        let found = numbers.events.compactMap { $0 }
        #expect(found.count == 2)
        #expect(found.last == found.first.map { $0 + 2 })
    }

    @Test func noticeOfARefusedActionHasItsCause() {
        let notices = Recorder<String>()
        let observer = NoticeObserver(notices: notices)
        let store = store(App(middleware: observer) <> app())
        store.dispatch(.show(true))
        #expect(notices.events == ["refused maybe(RexCoreTests.PartAction.add(1)) because of its cause: true"])
    }

    /// The model follows the definition: each lift answers for itself, and the strongest answer
    /// counts.
    @Test(arguments: 0..<300 as Range<UInt64>) func randomFeaturesRefuseWhatTheirLiftsDo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lifts = (0..<Int.random(in: 1...8, using: &random)).map { _ in RandomLift.random(&random) }
        let feature = lifts.reduce(App.identity) { $0 <> $1.feature }
        for _ in 0..<30 {
            let state = FeatureState.random(&random)
            let action = FeatureAction.random(&random)
            let answers = lifts.map { $0.answer(action, state) }
            let isRefused = !answers.contains(2) && answers.contains(1)
            let reduced = Recorder<Int>()
            let store = store(App { _, _ in reduced.record(1) } <> feature, state)
            store.dispatch(action)
            #expect((reduced.events == []) == isRefused, "seed \(seed): \(lifts), \(action) in \(state)")
        }
    }
}

/// Records refused actions.
private struct RefusalObserver: MiddlewareProtocol {
    let events: Recorder<String>

    func receiveContext(getState: @escaping GetState<FeatureState>, output: AnyActionHandler<FeatureAction>) {
        output.eachRefused { [events] notice in
            events.record("refused \(notice.action ?? "no action"): \(notice.reason)")
        }
    }

    func handle(
        action: FeatureAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<FeatureState>
    ) -> IO<FeatureAction> { .pure() }
}

/// Sends a late action in a task.
private struct Sender: MiddlewareProtocol {
    let events: Recorder<String>

    func handle(
        action: FeatureAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<FeatureState>
    ) -> IO<FeatureAction> {
        guard action == .show(true) else { return .pure() }
        return .task(from: dispatcher) { [events] output in
            output.dispatch(.maybe(.add(1)), from: dispatcher)
            events.record("task finished")
        }
    }
}

/// Sends a late action, and records the notices.
private struct NoticeObserver: MiddlewareProtocol {
    let notices: Recorder<String>

    func receiveContext(getState: @escaping GetState<FeatureState>, output: AnyActionHandler<FeatureAction>) {
        output.eachSkipped { [notices] skipped in
            let hasCause = skipped.source.number != nil
            let kind = skipped.reason.isRefusal ? "refused" : "\(skipped.reason)"
            notices.record("\(kind) \(skipped.action ?? "no action") because of its cause: \(hasCause)")
        }
    }

    func handle(
        action: FeatureAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<FeatureState>
    ) -> IO<FeatureAction> {
        guard action == .show(true) else { return .pure() }
        return IO { $0.dispatch(.maybe(.add(1)), from: dispatcher) }
    }
}

/// A lift of a random feature.
private enum RandomLift {
    case total
    case maybe(AbsentPart)
    case screen(AbsentPart)
    case row(AbsentPart)
    case other(AbsentPart)
    case named(AbsentPart)

    static func random(_ random: inout SeededGenerator) -> RandomLift {
        let absent = Int.random(in: 0..<4, using: &random) == 0 ? AbsentPart.reachesParents : .refuses
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: .total
        case 1: .maybe(absent)
        case 2: .screen(absent)
        case 3: .row(absent)
        case 4: .other(absent)
        default: .named(absent)
        }
    }

    var feature: App {
        let part = Feature<PartAction, Part, FeatureWorld> { _, _ in }
        switch self {
        case .total: return part.lift(case: FeatureAction.total, state: \.total)
        case .maybe(let absent): return part.lift(.case(FeatureAction.maybe, optional: \.maybe, absent: absent))
        case .screen(let absent):
            return part.lift(.case(FeatureAction.screen, in: FeatureScreen.part, absent: absent))
                .lift(state: \.screen)
        case .row(let absent): return part.lift(.case(FeatureAction.row, each: \.rows, absent: absent))
        case .other(let absent): return part.lift(.case(FeatureAction.row, each: \.other, absent: absent))
        case .named(let absent):
            return part.lift(.case(FeatureAction.named, values: \.named, absent: absent))
        }
    }

    /// Returns 0 for an action that isn't for this part, 1 if the part is gone, 2 if it is there.
    func answer(_ action: FeatureAction, _ state: FeatureState) -> Int {
        func answer(_ isThere: Bool, _ absent: AbsentPart) -> Int {
            isThere || absent == .reachesParents ? 2 : 1
        }
        switch (self, action) {
        case (.maybe(let absent), .maybe): return answer(state.maybe != nil, absent)
        case (.screen(let absent), .screen): return answer(state.screen != .empty, absent)
        case (.row(let absent), .row(let row)): return answer(state.rows.contains { $0.id == row.id }, absent)
        case (.other(let absent), .row(let row)): return answer(state.other.contains { $0.id == row.id }, absent)
        case (.named(let absent), .named(let value)): return answer(state.named[value.id] != nil, absent)
        default: return 0
        }
    }
}

extension FeatureState {
    fileprivate static func random(_ random: inout SeededGenerator) -> FeatureState {
        func parts(_ random: inout SeededGenerator) -> [Part] {
            (0..<3).filter { _ in Bool.random(using: &random) }.map { Part(id: $0) }
        }
        return FeatureState(
            maybe: Bool.random(using: &random) ? Part() : nil,
            screen: Bool.random(using: &random) ? .part(Part()) : .empty,
            rows: parts(&random),
            named: Bool.random(using: &random) ? ["a": Part()] : [:],
            other: parts(&random)
        )
    }
}

extension FeatureAction {
    fileprivate static func random(_ random: inout SeededGenerator) -> FeatureAction {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .total(.add(1))
        case 1: .maybe(.add(1))
        case 2: .screen(.add(1))
        case 3: .row(ElementIDAction(id: Int.random(in: 0..<3, using: &random), action: .add(1)))
        case 4: .named(ElementIDAction(id: Bool.random(using: &random) ? "a" : "b", action: .add(1)))
        default: .show(true)
        }
    }
}
