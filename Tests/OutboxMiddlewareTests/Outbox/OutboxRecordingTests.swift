// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// What those who record a store see of an outbox.
@Suite struct OutboxRecordingTests {
    /// Records the last step of the source of each task, with its key.
    private struct Watch: MiddlewareProtocol {
        let steps: Recorder<String>

        func handle(
            action: DeskAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<Desk>
        ) -> IO<DeskAction> { .pure() }

        func observeStore(getState: @escaping GetState<Desk>, output: AnyActionHandler<DeskAction>) {
            output.observeTasks { [steps] task in
                let step = task.source?.trail.last
                steps.record("\(step?.kind ?? "none") \(step?.text ?? "") \(step?.key ?? "")")
            }
        }
    }

    @Test func theTaskThatOpensTheFileIsNamedAfterIt() async {
        let steps = Recorder<String>()
        let store = Store(
            initialState: Desk(),
            feature: Feature<DeskAction, Desk, DeskWorld>.desk(limit: 1) <> Feature { _ in Watch(steps: steps) },
            dependencies: DeskWorld(file: OutboxFile(at: "desk.log", storage: MemoryStorage())) { _, _ in 1 }
        )
        await store.settled()
        #expect(steps.events == ["outbox Outbox desk.log "])
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description = "no line"
    }

    /// Letter 1 fails once, and letter 2 is rejected.
    @Test func anAttemptThatFailsIsRecordedAsFailedAndTheWaitHasAName() async {
        let (endings, attempts) = (Recorder<String>(), Recorder<Int>())
        let store = Store(
            initialState: Desk(),
            feature: Feature<DeskAction, Desk, DeskWorld>
                .desk(limit: 1, retrying: .constant(.milliseconds(1)), timeout: .seconds(30))
                <> Feature { _ in EndingWatch(endings: endings) },
            dependencies: DeskWorld(file: OutboxFile(at: "desk.log", storage: MemoryStorage())) { letter, _ in
                attempts.record(letter.number)
                if letter.number == 2 { throw OutboxRejection("no stamp") }
                if attempts.events.filter({ $0 == letter.number }).count == 1 { throw Refusal() }
                return 1
            }
        )
        for number in 1...2 { store.dispatch(.write(Letter(number: number, lane: "\(number)"))) }
        await store.settled()
        let found = endings.events.map { $0.replacing(/[0-9a-f]+…/, with: "…") }
        #expect(
            found.sorted() == [
                "the wait to retry …0: returned", "timeout of …0: returned", "timeout of …0: returned",
                "timeout of …1: returned", "…0: failed no line true", "…0: returned", "…1: failed no stamp true",
            ]
        )
    }

    @Test func anAttemptThatTakesTooLongIsRecordedAsTimedOut() async {
        let (endings, attempts) = (Recorder<String>(), Recorder<Int>())
        let store = Store(
            initialState: Desk(),
            feature: Feature<DeskAction, Desk, DeskWorld>
                .desk(limit: 1, retrying: .constant(.milliseconds(1)), timeout: .milliseconds(20))
                <> Feature { _ in EndingWatch(endings: endings) },
            dependencies: DeskWorld(file: OutboxFile(at: "desk.log", storage: MemoryStorage())) { letter, _ in
                attempts.record(letter.number)
                if attempts.events.count == 1 { try await Task.sleep(for: .seconds(1_000)) }
                return 1
            }
        )
        store.dispatch(.write(Letter(number: 1, lane: "a")))
        await store.settled()
        let found = endings.events.map { $0.replacing(/[0-9a-f]+…/, with: "…") }
        #expect(found.contains("…0: timed out after 0.02 seconds"), "\(found)")
    }

    /// Records how the run of each key has ended.
    private struct EndingWatch: MiddlewareProtocol {
        let endings: Recorder<String>

        func handle(
            action: DeskAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<Desk>
        ) -> IO<DeskAction> { .pure() }

        func observeStore(getState: @escaping GetState<Desk>, output: AnyActionHandler<DeskAction>) {
            output.observeTasks { [endings] task in
                guard let step = task.source?.trail.last, let name = step.key else { return }
                let key = step.text.hasPrefix("Timeout of Effect") ? "timeout of \(name)" : name
                task.onEnd {
                    switch task.ending {
                    case .failed(let error, let isCaught): endings.record("\(key): failed \(error) \(isCaught)")
                    case .timedOut(let duration): endings.record("\(key): timed out after \(duration)")
                    case .returned: endings.record("\(key): returned")
                    case let ending: endings.record("\(key): \(String(describing: ending))")
                    }
                }
            }
        }
    }

    @Test func anIdIsShortInARecordingAndWholeForAServer() {
        var random = SeededGenerator(seed: 7)
        var outbox = Outbox<Letter>(using: &random)
        let ids = (1...3).map { outbox.add(Letter(number: $0, lane: "a")) }
        let texts = ids.map(\.shortDescription)
        #expect(Set(texts).count == 3)
        #expect(zip(ids, texts).allSatisfy { "\($0)".hasPrefix($1.prefix { $0 != "…" }) })
        #expect(texts.map { $0.split(separator: "…")[1] } == ["0", "1", "2"])
        #expect(OutboxID(12).shortDescription == "12")
        #expect(ids.allSatisfy { "\($0)".count == 32 })
    }
}
