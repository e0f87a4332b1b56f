// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// Notices about skipped actions and runs.
@Suite struct NoticeTests {
    private static func wait(_: Int, _: Effect<Job, Job, Clerk>) async throws {
        try await Task.sleep(for: .seconds(1_000))
    }

    /// A description of each notice, with the texts of actions.
    private func notices(_ recording: OfficeRecording) -> [String] {
        func name(_ number: Int?) -> String {
            switch number.flatMap({ recording.entry($0)?.action }) {
            case .job(let job)?: "\(job)"
            case .clerk(let action)?: "\(action.action)"
            case let action?: "\(action)"
            case nil: "-"
            }
        }
        return recording.notices.map { notice in
            let parts = [notice.kind.rawValue, notice.reason, name(notice.action), name(notice.cause)]
            return (parts + [notice.actionText].compactMap(\.self)).joined(separator: " ")
        }
    }

    /// Each policy with requested and skipped runs.
    static let policies: [(policy: EffectPolicy<Int>, jobs: [Job], notices: [String])] = [
        (.first, [.go(1), .go(2)], ["ignored first go(2) -"]),
        (.latest.debounced(for: .seconds(1_000)), [.go(1), .go(2)], ["superseded debounced go(1) go(2)"]),
        (.each.throttled(for: .seconds(1_000), latest: false), [.go(1), .go(2)], ["ignored throttled go(2) -"]),
        (
            .each.throttled(for: .seconds(1_000)), [.go(1), .go(2), .go(3)],
            ["superseded throttled go(2) go(3)"]
        ),
        (.keepingLatest, [.go(1), .go(2), .go(3)], ["superseded keepingLatest go(2) go(3)"]),
        (.queued, [.go(1), .go(2), .said("x"), .stop], ["revoked cancelled go(2) stop"]),
        (.latest.debounced(for: .seconds(1_000)), [.go(1), .stop], ["revoked cancelled go(1) stop"]),
    ]

    @Test(arguments: policies.indices, Desk.allCases)
    func runSkippedByAPolicyIsNoticed(index: Int, desk: Desk) async throws {
        let (policy, jobs, expected) = Self.policies[index]
        for (policy, key) in [(policy, nil), (policy.by { _ in "all" }, "all")] {
            let office = Office(desk, ClerkEffects().on(\.go, policy, run: Self.wait).cancel(on: \.isStop))
            for job in jobs { office.dispatch(job) }
            let recording = office.recording
            #expect(notices(recording) == expected)
            let notice = try #require(recording.notices.first)
            #expect(notice.rule.kind == "effect")
            #expect(notice.rule.text.contains("NoticeTests.swift:"))
            #expect(notice.rule.key == desk.key(key))
            #expect(notice.run == (notice.reason == "first" ? recording.runs[0].number : nil))
            office.dispatch(.stop)
            await office.settled()
        }
    }

    /// The action that cancels a delayed run also ends its delay.
    @Test(arguments: Desk.allCases) func delayOfACancelledRunEndsByTheSameAction(desk: Desk) async {
        let effects = ClerkEffects().on(\.go, .latest.debounced(for: .seconds(1_000)), run: Self.wait)
            .cancel(on: \.isStop)
        let office = Office(desk, effects)
        office.dispatch(.go(1), .stop)
        await office.settled()
        let recording = office.recording
        #expect(recording.runs.map(\.ending) == [.cancelled(by: office.number(.stop))])
        #expect(recording.runs[0].name.hasPrefix("Delay of Effect at "))
        #expect(recording.notices.map(\.cause) == [office.number(.stop)])
    }

    /// For example a debounced request whose key is in the state.
    @Test func delayOfAChangedKeyEndsByTheSameAction() async {
        let effects = ClerkEffects()
            .during({ $0.said.last }, .latest.debounced(for: .seconds(1_000))) { _, _ in }
        let office = Office(.lifted, effects)
        office.dispatch(.said("a"), .said("b"), .said("c"))
        let recording = office.recording
        #expect(
            notices(recording) == [
                #"revoked cancelled said("a") said("b")"#, #"revoked cancelled said("b") said("c")"#,
            ]
        )
        office.end()
        for _ in recording.runs { for await _ in office.ends { break } }
        let canceller = office.recording.runs.map { run -> String in
            guard case .cancelled(let number) = run.ending else { return "\(run.ending)" }
            return number.flatMap { office.recording.entry($0)?.actionText } ?? "unknown"
        }
        #expect(canceller == [#"job(said("b"))"#, #"job(said("c"))"#, "endedWithStore"])
    }

    /// An earlier delay takes over the sleep of the first one, which does not count as cancelled.
    @Test func supersededDelayHasReturned() async {
        let effects = ClerkEffects()
            .on(\.go, .latest.debounced(for: .seconds(1_000)), run: Self.wait)
            .on(\.said, .latest.debounced(for: .seconds(500))) { _, _ in }
        let office = Office(.lifted, effects)
        office.dispatch(.go(1), .said("x"))
        for await _ in office.ends { break }
        #expect(office.recording.runs.map(\.ending) == [.returned, .running])
        #expect(office.recording.notices == [])
        office.end()
    }

    @Test func waitingRunAtTheEndOfTheStoreIsNoticed() {
        let office = Office(.lifted, ClerkEffects().on(\.go, .latest.debounced(for: .seconds(1_000)), run: Self.wait))
        office.dispatch(.go(1))
        office.end()
        let recording = office.recording
        #expect(notices(recording) == ["revoked end go(1) -"])
        #expect(recording.explain(recording.notices[0]).hasPrefix("The end of the store cancelled 1 job(go(1)), which"))
    }

    @Test func actionQueuedAtTheEndOfTheStoreIsNoticed() {
        let recorder = OfficeRecorder()
        let outputs = RexTestSupport.Recorder<AnyActionHandler<OfficeAction>>()
        let kept = Lock<Store<OfficeAction, OfficeState>?>(nil)
        let ending = OfficeMiddleware {
            outputs.record($1)
        } handle: { action, source, _ in
            guard action == .hold else { return .pure() }
            return IO { output in
                output.dispatch(.job(.stop), from: source)
                kept.withLock { $0 = nil }
            }
        }
        do {
            let store = Store(initialState: OfficeState(), reducer: .office, middleware: ending <> recorder.middleware)
            kept.withLock { $0 = store }
        }
        outputs.events[0].dispatch(.hold)
        let recording = recorder.recording()
        #expect(notices(recording) == ["revoked end hold - job(stop)"])
        #expect(
            recording.notices.map(recording.explain) == ["The end of the store dropped job(stop), which was queued."]
        )
    }

    @Test func revokedActionIsNoticed() async throws {
        let (begin, sent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let recorder = OfficeRecorder()
        let effects = ClerkEffects()
            .on(\.go) { _, effect in
                begin.wait()
                effect.send(.said("late"))
                sent.signal()
            }
            .cancel(on: \.isStop)
        // The run sends while this action is processed, after the action that cancels it.
        let busy = OfficeMiddleware { action, source, _ in
            guard action == .hold else { return .pure() }
            return IO { output in
                output.dispatch(.job(.stop), from: source)
                begin.signal()
                sent.wait()
            }
        }
        let store = Store(
            initialState: OfficeState(),
            reducer: .office,
            middleware: Desk.lifted.middleware(effects) <> recorder.middleware <> busy
        )
        await awaitThreads(1) { _ in
            store.dispatch(.job(.go(1)))
            store.dispatch(.hold)
        }
        await store.settled()
        let recording = recorder.recording()
        #expect(notices(recording) == [#"revoked cancelled go(1) stop job(said("late"))"#])
        #expect(recording.notices[0].run == recording.runs[0].number)
        #expect(
            recording.explain(recording.notices[0]).replacing(/Tests.swift:\d+/, with: "")
                == """
                3 job(stop) cancelled Effect at Notice, so job(said("late")), which it had sent and which was queued, \
                was not processed.
                """
        )
    }

    /// A middleware with a gate, and the actions that the gate drops: an action, and a late answer.
    @Test(arguments: [true, false]) func actionsDroppedByAGateAreNoticed(byState: Bool) throws {
        let recorder = OfficeRecorder()
        let kept = Lock<(AnyActionHandler<Job>, ActionSource)?>(nil)
        let clerk = AnyMiddleware<Job, Job, Clerk> { action, source, _ in
            guard case .go = action else { return .pure() }
            return IO { output in kept.withLock { $0 = (output, source) } }
        }
        let lifted = clerk.lift(
            inputAction: \OfficeAction.job,
            outputAction: OfficeAction.job,
            state: { (office: OfficeState) in office.clerks[0] }
        )
        let gated: OfficeMiddleware =
            byState
            ? lifted.gated(state: \OfficeState.isOpen).composition
            : lifted.gated(controlAction: \OfficeAction.open, default: .active).composition
        let store = Store(initialState: OfficeState(), reducer: .office, middleware: gated <> recorder.middleware)
        for action in [OfficeAction.job(.go(1)), .open(false), .job(.go(2))] { store.dispatch(action) }
        let (output, source) = try #require(kept.withLock { $0 })
        output.dispatch(.said("late"), from: source)
        store.dispatch(.open(true))
        output.dispatch(.said("in time"), from: source)
        let recording = recorder.recording()
        // The clerk would not have handled the action that opens the gate.
        #expect(notices(recording) == ["dropped gate go(2) -", #"dropped gate go(1) - job(said("late"))"#])
        let sentence = recording.explain(recording.notices[0])
        #expect(
            sentence.replacing(/swift:\d+/, with: "swift:N")
                == "Gate at NoticeTests.swift:N was closed, so its middleware did not get 3 job(go(2))."
        )
        #expect(store.state.clerks[0].said == ["in time"])
    }

    @Test func actionsDroppedByAGateOfAnElementAreNoticed() {
        let recorder = OfficeRecorder()
        let effects = AnyMiddleware<Job, Job, Clerk> { action, _, _ in action.go == nil ? .pure() : IO { _ in } }
            .gated(state: { (clerk: Clerk) in clerk.said.isEmpty })
            .lift(.case(CasePath(extract: \OfficeAction.clerk, embed: OfficeAction.clerk), each: \OfficeState.clerks))
        let store = Store(initialState: OfficeState(), reducer: .office, middleware: effects <> recorder.middleware)
        for job in [Job.go(1), .said("x"), .go(2)] { store.dispatch(Desk.inCollection.action(job)) }
        #expect(notices(recorder.recording()) == ["dropped gate go(2) -"])
    }

    @Test func fileAndFormatsHaveNotices() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("office.rex")
        let office = Office(.lifted, ClerkEffects().on(\.go, .first, run: Self.wait), OfficeRecorder(file: path))
        office.dispatch(.go(1), .go(2))
        let recording = try OfficeRecording(file: path)
        #expect(notices(recording) == ["ignored first go(2) -"])
        #expect(recording.notices == office.recording.notices)
        let explanation = recording.explain(recording.notices[0])
        #expect(explanation.hasSuffix(" ignored 2 job(go(2)), since its run for 1 job(go(1)) went on (first)."))
        #expect(recording.text(as: .text).contains("\n    ✕ " + explanation))
        #expect(recording.text(as: .jsonLines).contains(#""type":"ignored","reason":"first","rule":{"kind":"effect""#))
        #expect(recording.text(as: .html).contains(explanation))
        #expect(recording.text(as: .trace).contains(explanation))
        office.end()
    }

    @Test func newestNoticesAreKept() {
        let office = Office(.lifted, ClerkEffects().on(\.go, .first, run: Self.wait), OfficeRecorder(capacity: 5))
        for value in 0..<100 { office.dispatch(.go(value)) }
        let kept = notices(office.recording)
        #expect(kept.count < 50)
        #expect(kept.suffix(5) == (95..<100).map { "ignored first go(\($0)) -" })
        office.end()
    }

    /// A closed gate may keep out many actions.
    ///
    /// Its notices are dropped first.
    @Test func gateNoticesDoNotDisplaceOthers() {
        let gated = AnyMiddleware<OfficeAction, OfficeAction, OfficeState> { _, _, _ in IO { _ in } }
            .gated(state: \OfficeState.clerks.isEmpty)
        let recorder = OfficeRecorder(capacity: 3)
        let effects = Desk.lifted.middleware(ClerkEffects().on(\.go, .first, run: Self.wait))
        let store = Store(
            initialState: OfficeState(),
            reducer: .office,
            middleware: effects <> gated <> recorder.middleware
        )
        for value in 0..<4 { store.dispatch(.job(.go(value))) }
        for _ in 0..<20 { store.dispatch(.hold) }
        let kinds = recorder.recording().notices.map(\.kind)
        #expect(kinds.prefix(3) == [.ignored, .ignored, .ignored])
        #expect((1..<15).contains(kinds.count { $0 == .dropped }))
        store.dispatch(.job(.go(4)))
        #expect(Array(recorder.recording().notices.map(\.kind).suffix(2)) == [.ignored, .dropped])
    }

    /// A cancelled run that continues delays the next one.
    ///
    /// No further run waits.
    @Test func runIgnoredDuringAWaitingOneIsNoticed() async throws {
        let stuck = Lock<CheckedContinuation<Void, Never>?>(nil)
        let (began, begin) = AsyncStream<Void>.makeStream()
        let effects = ClerkEffects()
            .on(\.go, .first) { value, _ in
                guard value == 1 else { return }
                await withCheckedContinuation { continuation in
                    stuck.withLock { $0 = continuation }
                    begin.yield()
                }
            }
            .cancel(on: \.isStop)
        let office = Office(.lifted, effects)
        office.dispatch(.go(1))
        for await _ in began { break }
        office.dispatch(.stop, .go(2), .go(3))
        let notice = try #require(office.recording.notices.last)
        #expect(notices(office.recording).last == "ignored first go(3) -")
        #expect(
            office.recording.explain(notice)
                .hasSuffix(" ignored 4 job(go(3)), since another one waits to be started (first).")
        )
        stuck.withLock { $0.take() }?.resume()
        await office.settled()
    }

    /// Reports are only made for observers.
    @Test func reportsNeedAnObserver() {
        let made = RexTestSupport.Recorder<Int>()
        let noting = AnyMiddleware<Int, Int, Int> { action, source, _ in
            func skipped() -> SkippedAction {
                made.record(action)
                return SkippedAction(because: .gateIsClosed, from: source)
            }
            return IO { output in output.post(.skippedByMiddleware, .skipped(skipped())) }
        }
        let store = Store(initialState: 0, reducer: Reducer<Int, Int>.identity, middleware: noting)
        store.dispatch(1)
        #expect(made.events == [])
    }

    /// A source of a recorded store may be used in another store.
    @Test func causeInAnotherStoreIsTheActionOfTheSource() {
        let sources = RexTestSupport.Recorder<ActionSource>()
        func keeping() -> AnyMiddleware<Int, Int, Int> {
            AnyMiddleware { _, source, _ in
                sources.record(source)
                return .pure()
            }
        }
        let recorder = RecorderMiddleware.Recorder<Int, Int>()
        let recorded = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.identity,
            middleware: keeping() <> recorder.middleware
        )
        let plain = Store(initialState: 0, reducer: Reducer<Int, Int>.identity, middleware: keeping())
        recorded.dispatch(1)
        plain.dispatch(2, from: sources.events[0])
        recorded.dispatch(3, from: sources.events[1])
        #expect(recorder.recording().entries.map(\.cause) == [nil, sources.events[1].number])
    }
}
