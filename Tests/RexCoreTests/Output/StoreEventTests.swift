// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private typealias Numbers = AnyMiddleware<Int, Int, [Int]>

private func text(of event: StoreEvent) -> String {
    switch event {
    case .phase(.handling): "phase handling"
    case .phase(let phase): "phase \(phase)"
    case .skipped(let skipped): "skipped \(skipped.action ?? "nothing"): \(skipped.reason)"
    case .started(let task): "started \((task.source?.trail.last?.text ?? "").prefix { $0 != " " })"
    case .rule(let step, uses: 0): "rule \(step.text)"
    case .rule(let step, let uses): "\(uses) uses of \(step.text)"
    case .mistake(let text): "mistake \(text)"
    case .unhandledRun(let text): "unhandled run \(text)"
    }
}

/// Records the events of some kinds.
private func observing(_ kinds: StoreEvent.Kinds, in events: Recorder<String>, as name: String = "") -> Numbers {
    Numbers { _, output in
        output.observe(kinds) { events.record(name + text(of: $0)) }
    } handle: { _, _, _ in
        .pure()
    }
}

private func rule(_ text: String) -> StoreEvent { .rule(.here(kind: "rule", text: text), uses: 0) }

/// Posts an event of each kind for each action, besides phases.
private var posting: Numbers {
    Numbers { _, source, _ in
        IO { output in
            output.post(.skippedByStore, .skipped(SkippedAction(because: .showsPastState, from: source, action: 1)))
            output.post(.skippedByMiddleware, .skipped(SkippedAction(because: .gateIsClosed, from: source, action: 2)))
            output.startTask(from: source.derived(by: "Task")) { _ in }
            output.post(.rule, rule("one"))
            output.post(.mistake, .mistake("wrong"))
        }
    }
}

private func makeStore(_ middleware: sending Numbers) -> Store<Int, [Int]> {
    Store(initialState: [], reducer: listing, middleware: middleware)
}

@Suite struct StoreEventTests {
    private let events = Recorder<String>()

    static let kinds: [(kinds: StoreEvent.Kinds, events: [String])] = [
        (.phase, ["phase handling", "phase reducing", "phase running", "phase done"]),
        (.skippedByStore, ["skipped 1: the view shows a past state"]),
        (.skippedByMiddleware, ["skipped 2: a gate is closed"]),
        (.skipped, ["skipped 1: the view shows a past state", "skipped 2: a gate is closed"]),
        (.started, ["started Task"]),
        (.rule, ["rule one"]),
        (.mistake, ["mistake wrong"]),
        ([.rule, .mistake], ["rule one", "mistake wrong"]),
    ]

    @Test(arguments: kinds.indices) func observerGetsNoEventsOfOtherKinds(index: Int) {
        let (kinds, expected) = Self.kinds[index]
        // The second observer keeps the mistake from being printed.
        let store = makeStore(observing(kinds, in: events) <> observing(.mistake, in: Recorder()) <> posting)
        store.dispatch(1)
        #expect(events.events == expected)
    }

    @Test func unobservedEventIsNotCreated() {
        let made = events
        let asked = Recorder<Bool>()
        let middleware = Numbers { _, source, _ in
            IO { output in
                asked.record(output.isObserved(.skipped))
                asked.record(output.isObserved([.rule, .started]))
                output.post(.skipped, .skipped(SkippedAction(because: .gateIsClosed, from: made.recording(source))))
            }
        }
        makeStore(middleware <> observing(.rule, in: Recorder())).dispatch(1)
        #expect(made.events == [])
        #expect(asked.events == [false, true])
        AnyActionHandler<Int> { _ in }.observe(.phase) { _ in Issue.record("There is no store.") }
        #expect(!AnyActionHandler<Int> { _ in }.isObserved(.phase))
    }

    @Test func rulesAndTasksOfTheCreationReachALaterObserver() {
        let declaring = Numbers { _, output in
            output.post(.rule, rule("first"))
            output.startTask(from: .here().derived(by: "Task")) { _ in }
            output.post(.rule, rule("second"))
            output.post(.skippedByMiddleware, .skipped(SkippedAction(because: .gateIsClosed, from: .here())))
        } handle: { _, _, _ in
            .pure()
        }
        let later = Numbers { _, output in
            output.post(.rule, rule("third"))
        } handle: { _, _, _ in
            IO { output in output.post(.rule, rule("third")) }
        }
        let store = makeStore(declaring <> observing([.rule, .started, .skipped], in: events) <> later)
        let ofCreation = ["rule first", "started Task", "rule second", "rule third"]
        #expect(events.events == ofCreation)
        store.dispatch(1)
        #expect(events.events.last == "rule third")
        #expect(events.events.count == 5)
    }

    @Test func severalObserversAreCalledInTheirOrder() {
        let both: StoreEvent.Kinds = [.rule, .phase]
        let store = makeStore(
            observing(both, in: events, as: "1 ") <> posting <> observing(both, in: events, as: "2 ")
                <> observing(.mistake, in: Recorder())
        )
        store.dispatch(1)
        #expect(
            events.events == [
                "1 phase handling", "2 phase handling", "1 phase reducing", "2 phase reducing", "1 phase running",
                "2 phase running", "1 rule one", "2 rule one", "1 phase done", "2 phase done",
            ]
        )
    }

    /// The store ends while it processes the first action.
    @Test func queuedActionsAreReportedOnceAtTheEndOfTheStore() {
        final class Token: Sendable {}
        weak var released: Token?
        let store = Lock<Store<Int, [Int]>?>(nil)
        let outputs = Recorder<AnyActionHandler<Int>>()
        do {
            let token = Token()
            released = token
            let middleware = Numbers { [events] _, output in
                outputs.record(output)
                output.observe(.skipped) { event in withExtendedLifetime(token) { events.record(text(of: event)) } }
                output.onEnd { events.record("end") }
            } handle: { action, source, _ in
                IO { output in
                    for number in 2...4 { output.dispatch(number, from: source) }
                    store.withLock { $0 = nil }
                    output.dispatch(5, from: source)
                }
            }
            let made = makeStore(middleware)
            store.withLock { $0 = made }
        }
        outputs.events[0].dispatch(1)
        #expect(events.events == (2...4).map { "skipped \($0): the store has ended" } + ["end"])
        outputs.events[0].dispatch(6)
        #expect(events.events.count == 4)
        #expect(released == nil)
    }

    /// The observer holds the output, which holds the store's data.
    @Test(arguments: [StoreEvent.Kinds.phase, .skipped, .started, .rule, .mistake])
    func droppedStoreReleasesItsObservers(kinds: StoreEvent.Kinds) {
        final class Token: Sendable {}
        weak var released: Token?
        let outputs = Recorder<AnyActionHandler<Int>>()
        do {
            let token = Token()
            released = token
            let middleware = Numbers { _, output in
                outputs.record(output)
                output.observe(kinds) { _ in withExtendedLifetime(token) { output.dispatch(7) } }
            } handle: { _, _, _ in
                .pure()
            }
            let store = makeStore(middleware)
            #expect(released != nil)
            withExtendedLifetime(store) {}
        }
        #expect(outputs.events.count == 1)
        #expect(released == nil)
    }

    @Test func unobservedMistakeIsPrinted() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            makeStore(posting).dispatch(1)
            AnyActionHandler<Int> { _ in }.post(.mistake, .mistake("alone"))
        }
        expectMessage(of: result, contains: "Rex: wrong\n", "Rex: alone\n")
    }

    @Test func observingAfterTheCreationTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let late = Numbers { _, _, _ in IO { $0.observe(.rule) { _ in } } }
            makeStore(late).dispatch(1)
        }
        expectMessage(of: result, contains: "observe was called after the store had been created.")
    }
}

extension Recorder<String> {
    /// Records that the source was read.
    fileprivate func recording(_ source: ActionSource) -> ActionSource {
        record("made")
        return source
    }
}
