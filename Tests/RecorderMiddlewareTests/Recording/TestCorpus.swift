// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import Foundation
import RexCore
import RexTestSupport

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import enum RecorderMiddleware.RecordedStates

/// A program whose recording is turned into a test.
struct TestCorpus: Sendable {
    let name: String
    /// The text of the file.
    let source: @Sendable () async throws -> String

    private static func program<ActionType: Codable & Sendable, StateType: Codable & Sendable>(
        _ name: String,
        _ state: StateType,
        _ reducer: (Reducer<ActionType, StateType>, String),
        _ middleware: (@Sendable () -> sending AnyMiddleware<ActionType, ActionType, StateType>)? = nil,
        _ answering: String? = nil,
        capacity: Int = 100,
        keeping states: RecordedStates = .all,
        from start: String? = nil,
        send: @escaping @Sendable (Store<ActionType, StateType>) async -> Void
    ) -> TestCorpus {
        TestCorpus(name: name) {
            // An order that depends on threads is rejected, and another run may have another order.
            var attempts = 0
            while true {
                let recorder = Recorder<ActionType, StateType>(capacity: capacity, keeping: states)
                let recording = await run(recorder, state, reducer.0, middleware, send)
                do {
                    return try recording.testSource(
                        named: name,
                        from: start,
                        reducer: reducer.1,
                        middleware: answering
                    )
                } catch {
                    attempts += 1
                    guard attempts < 50 else { throw error }
                }
            }
        }
    }

    /// The same with a recorder in a file, which is read after the end of the store.
    private static func file(_ name: String, keeping states: RecordedStates, from start: String?) -> TestCorpus {
        TestCorpus(name: name) {
            let folder = try TemporaryFolder()
            let path = folder.file("run.rex")
            let recorder = Recorder<CountAction, CountState>(file: path, capacity: 100, keeping: states)
            _ = await run(recorder, CountState(), .count, { .chained }) { $0.send(.add(1), .start("a\u{1}\n\"#")) }
            return try Recording<CountAction, CountState>(file: path).testSource(
                named: name,
                from: start,
                reducer: ".count",
                middleware: "CountMiddleware.chained"
            )
        }
    }

    private static func run<ActionType, StateType>(
        _ recorder: Recorder<ActionType, StateType>,
        _ state: StateType,
        _ reducer: Reducer<ActionType, StateType>,
        _ middleware: (@Sendable () -> sending AnyMiddleware<ActionType, ActionType, StateType>)?,
        _ send: @Sendable (Store<ActionType, StateType>) async -> Void
    ) async -> Recording<ActionType, StateType> {
        let answering = middleware?() ?? AnyMiddleware()
        let store = Store(initialState: state, reducer: reducer, middleware: answering <> recorder.middleware)
        await send(store)
        return recorder.recording()
    }

    /// A program that counts, with a middleware.
    private static func count(
        _ name: String,
        _ answering: String,
        _ middleware: @escaping @Sendable () -> sending CountMiddleware,
        keeping states: RecordedStates = .all,
        from start: String? = nil,
        send: @escaping @Sendable (Store<CountAction, CountState>) async -> Void
    ) -> TestCorpus {
        program(
            name,
            CountState(),
            (.count, ".count"),
            middleware,
            "CountMiddleware.\(answering)",
            keeping: states,
            from: start,
            send: send
        )
    }

    static let all = values + answers + runs + kept
}

// MARK: Values

extension TestCorpus {
    private static let hostile = [
        "", "\"#", "\"#\u{301}##", "\\#(x)\\##", "\"\"\"", "\u{202E}\u{2028}\u{FEFF}\u{7F}🫖", "e\u{301}\r\n",
    ]

    private static let values: [TestCorpus] = [
        program("setsAndEnumKeys", TagState(), (.tags, ".tags")) { store in
            for number in 0..<20 {
                store.send(.add("\(number)"), .put([.left, .right, .at(number)][number % 3], number))
            }
        },
        program("valuesWithoutEquality", LooseState(), (.loose, ".loose")) { store in
            let sides: [Side: Set<Int>] = [.left: [1, 2, 3], .at(1): [], .right: [4]]
            store.send(LooseAction(tags: ["a", "b", "c"], sides: sides), LooseAction(number: .nan))
        },
        program("typesInTypes", Shelf.Books.State(), (.books, ".books")) {
            $0.send(.add(title: "a"), .add(title: "a"))
        },
        program("typesInTypesOfAnotherModule", String.Draft(), (.drafts, ".drafts")) { $0.send(.insert("a")) },
        program("genericTypes", Page<[Side: Int]>(), (.pages, ".pages")) { store in
            store.send(.loaded([.left: 1, .at(2): 2, .right: 3]), .failed(reason: "gone"))
        },
        program("genericTypesWithoutEquality", Page<LooseAction>(), (.loosePages, ".loosePages")) { store in
            store.send(.loaded(LooseAction(tags: ["a", "b"])), .failed(reason: "gone"))
        },
        program("texts", "", (.texts, ".texts")) { store in for text in hostile { store.dispatch(text) } },
        program("textsOfAnAction", CountState(), (.count, ".count")) { store in
            for text in hostile { store.dispatch(.log(text)) }
        },
        program("valuesOfFoundation", Values(), (.values, ".values")) { store in
            store.send(
                .data(Data(0...255)),
                .date(.distantFuture),
                .number(.infinity),
                .nothing(nil),
                .nothing(1),
                .unit
            )
        },
        program("deepValues", Deep.end, (.deep, ".deep")) { $0.send(.end, .node(.end)) },
        program("valuesThatEncodeThemselves", Money(cents: 1), (.money, ".money")) { $0.send(Money(cents: 2)) },
        program("elementActions", [CorpusRow(id: 1), CorpusRow(id: 2)], (.rows, ".rows")) { store in
            store.send(ElementIDAction(id: 2, action: .toggle), ElementIDAction(id: 3, action: .rename("c")))
        },
        program("elementsOfAList", [CorpusRow(id: 1), CorpusRow(id: 2)], (.list, ".list")) { store in
            store.send(.row(ElementIDAction(id: 1, action: .toggle)), .pair(id: 2, .rename("b")))
            store.send(.row(ElementIDAction(id: 2, action: .toggle)), .remove(1))
        },
    ]
}

// MARK: Immediate consequences

extension TestCorpus {
    private static let answers: [TestCorpus] = [
        count("bridges", "chained", { .chained }) { $0.send(.add(1), .add(2), .add(9)) },
        count("bridgesThatBranch", "branching", { .branching }) { $0.send(.start("a"), .start("b"), .stop) },
        count("bridgesByState", "byState", { .byState }) { $0.send(.add(3), .start("a")) },
        count("gateByAction", "gatedByAction", { .gatedByAction }) { store in
            store.send(.add(1), .open(true), .add(1), .open(false), .add(2))
        },
        count("gateByState", "gatedByState", { .gatedByState }) { $0.send(.add(1), .add(1)) },
        program(
            "rowsThatAnswer",
            [CorpusRow(id: 1), CorpusRow(id: 2)],
            (.list, ".list"),
            { .renaming(after: nil) },
            "ListMiddleware.renaming(after: nil)"
        ) { store in store.send(.row(ElementIDAction(id: 2, action: .toggle)), .remove(2)) },
        count("observerThatDispatches", "branching", { .branching }) { store in
            let subscription = store.observe { [weak store] state in
                if state.log == ["start a"], state.total == 0 { store?.dispatch(.add(100)) }
                if state.total == 107 { store?.send(.start("b"), .stop) }
            }
            store.dispatch(.start("a"))
            subscription.cancel()
        },
        count("observerThatDispatchesLast", "chained", { .chained }) { store in
            let subscription = store.observe { [weak store] state in
                if state.total == 6, state.log.isEmpty { store?.dispatch(.stop) }
            }
            store.send(.add(1), .add(1))
            subscription.cancel()
        },
        count("threads", "chained", { .chained }) { store in
            await withTaskGroup { group in
                for number in 0..<8 { group.addTask { store.send(.add(1), .log("\(number)")) } }
            }
        },
        program("withoutAMiddleware", CountState(), (.count, ".count"), { .chained }) { $0.send(.add(1), .stop) },
    ]
}

// MARK: Actions of runs

extension TestCorpus {
    private static let runs: [TestCorpus] = [
        count("runsThatAnswer", "answeringWithBridges", { .answeringWithBridges }) { store in
            await store.each(.start("a"), .start("b"))
        },
        count("runsThatFail", "failing", { .failing }) { await $0.each(.start("a"), .start("b")) },
        count("runsThatTimeOut", "timingOut", { .timingOut }) { await $0.each(.start("a"), .add(1)) },
        count("retries", "retrying", { .retrying }) { await $0.each(.start("a")) },
        count("retriesThatGiveUp", "givingUp", { .givingUp }) { await $0.each(.start("a")) },
        count("cancelledRuns", "waiting(.each)", { .waiting(.each) }) { store in
            store.dispatch(.start("a"))
            await store.first { $0.log.last == "began a" }
            await store.each(.stop)
        },
        count("supersededRuns", "waiting(.latest)", { .waiting(.latest) }) { store in
            for text in ["a", "b"] {
                store.dispatch(.start(text))
                await store.first { $0.log.last == "began \(text)" }
            }
            await store.each(.stop)
        },
        TestCorpus(name: "runsThatDoNotEnd") {
            let (recorder, queue) = (Recorder<CountAction, CountState>(), DispatchQueue(label: "store"))
            let store = Store(
                initialState: CountState(),
                reducer: .count,
                middleware: CountMiddleware.waiting(.each) <> recorder.middleware,
                executor: .queue(queue)
            )
            store.dispatch(.start("a"))
            await store.first { $0.log.last == "began a" }
            // The observed actions were processed then.
            queue.sync {}
            return try recorder.recording().testSource(
                named: "runsThatDoNotEnd",
                reducer: ".count",
                middleware: "CountMiddleware.waiting(.each)"
            )
        },
        count(
            "debounce",
            "working(.latest.debounced(for: .milliseconds(40)))",
            {
                .working(.latest.debounced(for: .milliseconds(40)))
            }
        ) { store in
            store.send(.start("a"), .start("b"))
            await store.settled()
        },
        count("queuedRuns", "working(.queued)", { .working(.queued) }) { store in
            store.send(.start("a"), .start("b"), .start("c"))
            await store.settled()
        },
        count("ignoredTriggers", "working(.first)", { .working(.first) }) { store in
            store.send(.start("a"), .start("b"))
            await store.settled()
        },
        count("concurrentRuns", "racing()", { .racing(isReversed: true) }) { store in
            store.send(.start("a"), .start("b"))
            await store.settled()
        },
        count("timers", "ticking", { .ticking }) { await $0.each(.start("a"), .stop) },
        count("runsThatAsk", "asking", { .asking }) { store in
            store.dispatch(.start("a"))
            await store.first { $0.log.last == "how many?" }
            await store.each(.add(42))
        },
        count("runsThatWaitForAState", "untilThree", { .untilThree }) { store in
            store.dispatch(.start("a"))
            await store.first { $0.log.last == "waiting" }
            await store.each(.add(3))
        },
        count("runsWhileAStateLasts", "duringTotals", { .duringTotals }) { await $0.each(.add(1)) },
        program(
            "runsOfRows",
            [CorpusRow(id: 1), CorpusRow(id: 2)],
            (.list, ".list"),
            { .renaming(after: .milliseconds(2)) },
            "ListMiddleware.renaming(after: .milliseconds(2))"
        ) { store in
            await store.each(
                .row(ElementIDAction(id: 1, action: .toggle)),
                .row(ElementIDAction(id: 2, action: .toggle))
            )
        },
    ]
}

// MARK: Kept data

extension TestCorpus {
    private static let kept: [TestCorpus] = [
        program(
            "theNewestActions",
            CountState(),
            (.count, ".count"),
            { .chained },
            "CountMiddleware.chained",
            capacity: 5
        ) { store in store.send(.add(1), .add(1), .add(1)) },
        count("changesAlone", "chained", { .chained }, keeping: .changes, from: "CountState()") { store in
            store.send(.add(1), .log("\"#\u{301}\n"))
        },
        program(
            "actionsAlone",
            CountState(),
            (.countDown, ".countDown"),
            { .down },
            "CountMiddleware.down",
            keeping: .none,
            from: "CountState()"
        ) { $0.send(.add(3), .add(2)) },
        file("aFileWithChanges", keeping: .changes, from: "CountState()"),
        file("aFileWithStates", keeping: .all, from: nil),
    ]
}

extension Store where ActionType: Sendable {
    fileprivate func send(_ actions: ActionType...) {
        for action in actions { dispatch(action) }
    }

    /// Dispatches each action after all consequences of the previous one.
    fileprivate func each(_ actions: ActionType...) async {
        for action in actions {
            dispatch(action)
            await settled()
        }
    }

    /// Waits for a state.
    fileprivate func first(where isOn: (StateType) -> Bool) async {
        for await state in states where isOn(state) { return }
    }
}
