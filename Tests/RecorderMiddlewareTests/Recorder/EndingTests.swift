// SPDX-License-Identifier: MIT

import BridgeMiddleware
import EffectMiddleware
import RexCore
import RexTestSupport
import StateComparison
import Testing

import struct RecorderMiddleware.RecordedRun
import struct RecorderMiddleware.Recording
import class RecorderMiddleware.Recorder
import enum RecorderMiddleware.RecordingFormat

/// The endings of runs, for rules in each position.
@Suite struct EndingTests {
    /// A run that ends when it is cancelled.
    private static func wait(_: Int, _: Effect<Job, Job, Clerk>) async throws {
        try await Task.sleep(for: .seconds(1_000))
    }

    /// The ending and the explanation of each run, without the names of runs and actions.
    private func reasons(_ office: Office) -> [String] {
        let recording = office.recording
        return recording.runs.map { run in
            let start = run.cause.flatMap { recording.entry($0)?.actionText } ?? ""
            return recording.explain(run).replacing(/^Effect.*?Tests.swift:\d+/, with: "It")
                .replacing(", started by", with: "").replacing(start, with: "…")
        }
    }

    @Test(arguments: Desk.allCases) func returningRunHasReturned(desk: Desk) async {
        let office = Office(desk, ClerkEffects().on(\.go) { value, effect in effect.send(.said("\(value)")) })
        office.dispatch(.go(1))
        await office.settled()
        #expect(office.recording.runs.map(\.ending) == [.returned])
        #expect(office.recording.runs.map(\.attempts) == [1])
        #expect(office.recording.runs.map(\.key) == [desk.key()])
    }

    @Test(arguments: Desk.allCases) func failingRunHasFailedCaughtOrNot(desk: Desk) async {
        let effects = ClerkEffects()
            .on(\.go, .each.retrying(2)) { _, _ in
                throw Office.Refusal()
            } catch: { _, value in
                value == 1 ? .said("sorry") : nil
            }
        let office = Office(desk, effects)
        for value in 1...2 {
            office.dispatch(.go(value))
            await office.settled()
        }
        #expect(
            office.recording.runs.map(\.ending) == [
                .failed("the bank refused", isCaught: true), .failed("the bank refused", isCaught: false),
            ]
        )
        #expect(office.recording.runs.map(\.attempts) == [3, 3])
        #expect(reasons(office)[0].hasSuffix("failed with the bank refused, which was caught after 3 attempts."))
        #expect(reasons(office)[1].hasSuffix("failed with the bank refused, and nothing caught it after 3 attempts."))
    }

    @Test(arguments: Desk.allCases) func slowRunHasTimedOut(desk: Desk) async {
        let effects = ClerkEffects()
            .on(\.go, .each.timeout(.milliseconds(1)).retrying(1), run: Self.wait) { _, _ in .said("late") }
        let office = Office(desk, effects)
        office.dispatch(.go(1))
        await office.settled()
        #expect(office.recording.runs.map(\.ending) == [.timedOut(after: .milliseconds(1))])
        #expect(office.recording.runs.map(\.attempts) == [2])
    }

    @Test(arguments: Desk.allCases) func runCancelledByARuleIsCancelled(desk: Desk) async throws {
        let effects = ClerkEffects().on(\.go, .each.by { $0 }, run: Self.wait).cancel(on: \.isStop)
        let office = Office(desk, effects)
        office.dispatch(.go(1), .go(2), .said("x"), .stop, .said("y"))
        await office.settled()
        let stop = try #require(office.number(.stop))
        #expect(office.recording.runs.map(\.ending) == [.cancelled(by: stop), .cancelled(by: stop)])
        #expect(office.recording.runs.map(\.key) == [desk.key("1"), desk.key("2")])
        #expect(reasons(office)[0].contains("was cancelled by 4 "))
    }

    @Test(arguments: Desk.allCases) func runReplacedByANewerTriggerIsCancelled(desk: Desk) async throws {
        let effects = ClerkEffects()
            .on(\.go, .latest) { value, effect in
                if value < 3 { try await Self.wait(value, effect) }
            }
        let office = Office(desk, effects)
        office.dispatch(.go(1), .go(2), .go(3))
        await office.settled()
        let numbers = (2...3).map { office.number(.go($0)) }
        #expect(office.recording.runs.map(\.ending) == numbers.map { .cancelled(by: $0) } + [.returned])
        #expect(numbers.allSatisfy { $0 != nil })
    }

    @Test func removalOfAnElementCancelsItsRun() async throws {
        let office = Office(.inCollection, ClerkEffects().on(\.go, run: Self.wait))
        office.dispatch(.go(1))
        office.send(.fire(2))
        office.send(.fire(1))
        await office.settled()
        let number = try #require(office.recording.entries.last { $0.action == .fire(1) }?.number)
        #expect(office.recording.runs.map(\.ending) == [.cancelled(by: number)])
    }

    @Test func removalOfAKeyCancelsItsRun() async throws {
        let effects = ClerkEffects().during(\.said.first) { _, _ in try await Task.sleep(for: .seconds(1_000)) }
        let recorder = OfficeRecorder()
        let office = Office(.inCollection, effects, recorder)
        office.dispatch(.said("a"), .said("b"))
        office.send(.fire(1))
        await office.settled()
        let number = try #require(office.recording.entries.last?.number)
        #expect(office.recording.runs.map(\.ending) == [.cancelled(by: number)])
    }

    @Test(arguments: Desk.allCases) func runEndsWithItsStore(desk: Desk) async {
        let office = Office(desk, ClerkEffects().on(\.go, run: Self.wait))
        office.dispatch(.go(1))
        office.end()
        for await _ in office.ends { break }
        #expect(office.recording.runs.map(\.ending) == [.endedWithStore])
        #expect(reasons(office)[0].hasSuffix("ended with its store."))
    }

    /// A run that the state controls: its own answer ends it.
    @Test(arguments: Desk.allCases.filter { $0 != .inCollection })
    func runEndedByItsAnswerHasReturned(desk: Desk) async {
        let effects = ClerkEffects().during({ $0.said.isEmpty }) { effect in effect.send(.said("hello")) }
        let office = Office(desk, effects)
        await office.settled()
        #expect(office.recording.runs.map(\.ending) == [.returned])
        let recording = office.recording
        #expect(recording.explain(recording.runs[0]).hasSuffix(", started by no action, returned."))
    }

    /// Includes a bridge, and answers that replace their run by the next one.
    @Test func runEndedByAConsequenceOfItsAnswerHasReturned() async {
        let effects = ClerkEffects()
            .on(\.go, .latest) { value, effect in
                if value < 3 { effect.send(.go(value + 1)) } else { effect.send(.said("done")) }
            }
            .cancel(on: \.isStop)
        let bridge = BridgeMiddleware<OfficeAction, OfficeAction, OfficeState>()
            .bridge { if case .job(.said) = $0 { .job(.stop) } else { nil } }
        let recorder = OfficeRecorder()
        let store = Store(
            initialState: OfficeState(),
            reducer: .office,
            middleware: Desk.lifted.middleware(effects) <> bridge <> recorder.middleware
        )
        store.dispatch(.job(.go(1)))
        await store.settled()
        #expect(recorder.recording().runs.map(\.ending) == [.returned, .returned, .returned])
    }

    /// The run would have continued after its action, but was cancelled.
    @Test func runInterruptedByItsOwnActionIsCancelled() async throws {
        let effects = ClerkEffects()
            .on(\.go) { value, effect in
                effect.send(.stop)
                try await Self.wait(value, effect)
            }
            .cancel(on: \.isStop)
        let office = Office(.lifted, effects)
        office.dispatch(.go(1))
        await office.settled()
        #expect(office.recording.runs.map(\.ending) == [.cancelled(by: office.number(.stop))])
    }

    /// The run's own answer cancels it after it has failed.
    @Test func runCancelledByItsErrorHasFailed() async {
        let effects = ClerkEffects()
            .on(\.go) { _, _ in
                throw Office.Refusal()
            } catch: { _, _ in
                .stop
            }
            .cancel(on: \.isStop)
        let office = Office(.lifted, effects)
        office.dispatch(.go(1))
        await office.settled()
        #expect(office.recording.runs.map(\.ending) == [.failed("the bank refused", isCaught: true)])
    }

    @Test func taskIsCancelledByTheNamedAction() async {
        let shop = RecordedShop(
            Recorder(),
            ShopMiddleware { action, source, _ in
                guard action == .checkOut else { return .pure() }
                return IO { output in
                    output.startTask { _ in try? await Task.sleep(for: .seconds(1_000)) }.cancel(from: source)
                }
            }
        )
        shop.store.dispatch(.remove("tea"))
        shop.store.dispatch(.checkOut)
        await shop.store.settled()
        #expect(shop.recording.runs.map(\.ending) == [.cancelled(by: shop.entries[1].number)])
    }

    @Test func fileHasEndings() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("office.rex")
        let effects = ClerkEffects()
            .on(\.go, .latest.timeout(.milliseconds(5)).retrying(1)) { value, effect in
                if value == 1 { throw Office.Refusal() }
                if value < 5 { try await Self.wait(value, effect) }
            } catch: { _, value in
                value == 1 ? .said("sorry") : nil
            }
        let office = Office(.inCollection, effects, OfficeRecorder(file: path))
        for value in [1, 2] {
            office.dispatch(.go(value))
            await office.settled()
        }
        office.dispatch(.go(3), .go(5))
        await office.settled()
        let recording = try OfficeRecording(file: path)
        #expect(
            recording.runs.map(\.ending) == [
                .failed("the bank refused", isCaught: true), .timedOut(after: .milliseconds(5)),
                .cancelled(by: office.number(.go(5))), .returned,
            ]
        )
        #expect(recording.runs.map(\.attempts) == [2, 2, 1, 1])
        #expect(recording.runs.map(\.key) == ["1", "1", "1", "1"])
        #expect(recording.runs.map { recording.explain($0) } == office.recording.runs.map { recording.explain($0) })
    }

    /// The run begins when the effects get their context, before the context of a later recorder.
    @Test(arguments: Desk.allCases.filter { $0 != .inCollection })
    func runOfTheStoresBeginningIsRecorded(desk: Desk) async throws {
        let office = Office(
            desk,
            ClerkEffects().during({ $0.said.isEmpty }) { effect in
                effect.send(.said("hello"))
                try await Task.sleep(for: .seconds(1_000))
            }
        )
        await office.settled()
        let recording = office.recording
        #expect(recording.entries.map(\.run) == recording.runs.map(\.number))
        #expect(recording.runs.map(\.ending) == [.cancelled(by: recording.entries[0].number)])
        let sentence = recording.explain(recording.entries[0])
        #expect(sentence.hasPrefix("Effect ") && sentence.hasSuffix(", started by no action, sent it."), "\(sentence)")
        let test = try recording.testSource(named: "office", middleware: ".office")
        #expect(test.contains("test.receive(") && !test.contains("test.send("))
    }

    @Test func infiniteTimeLimitIsWrittenAsNone() async throws {
        let folder = try TemporaryFolder()
        let effects = ClerkEffects().on(\.go) { _, _ in throw EffectTimeout(duration: .seconds(-1)) }
        let recorder = OfficeRecorder(file: folder.file("office.rex"))
        let office = Office(.lifted, effects, recorder)
        office.dispatch(.go(1))
        await office.settled()
        #expect(office.recording.runs.map(\.ending) == [.timedOut(after: .zero)])
        for format in RecordingFormat.allCases { #expect(office.recording.text(as: format) != "") }
    }

    @Test func bridgeIsNamedForEachAnswer() {
        let bridge = BridgeMiddleware<Int, Int, Int>().bridge { $0 < 3 ? $0 + 1 : nil }
        let recorder = Recorder<Int, Int>()
        let store = Store(initialState: 0, reducer: .identity, middleware: bridge <> recorder.middleware)
        store.dispatch(0)
        let recording = recorder.recording()
        #expect(recording.entries.count == 4)
        for entry in recording.entries.dropFirst() {
            #expect(recording.explain(entry).contains(" led to it, by bridge at EndingTests.swift:"))
        }
    }

    @Test func sentencesHaveNoControlCharacters() async {
        struct Loud: Error, CustomStringConvertible {
            var description: String { "\u{1b}[2J\u{9b}31m\u{202e}\nboom" }
        }
        let effects = ClerkEffects().on(\.go, .each.by { _ in "\u{1b}[31mkey" }) { _, _ in throw Loud() }
        let office = Office(.lifted, effects)
        office.dispatch(.go(1))
        await office.settled()
        let recording = office.recording
        let texts = [recording.text(as: .text).replacing("\n", with: ""), recording.explain(recording.runs[0])]
        #expect(texts.map(\.visible) == texts)
    }

    @Test func missingCauseIsMentionedOnce() async {
        let office = Office(
            .lifted,
            ClerkEffects().on(\.go) { value, effect in effect.send(.said("\(value)")) },
            OfficeRecorder(capacity: 1)
        )
        office.dispatch(.go(1))
        await office.settled()
        let recording = office.recording
        #expect(recording.explain(recording.runs[0]).hasSuffix(", started by 1 (overwritten), returned."))
    }
}
