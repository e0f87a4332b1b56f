// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The recording of an outbox.
@Suite struct OutboxRecordingTests {
    /// Records the last step of the source of each task, with its key.
    private struct Watch: MiddlewareProtocol {
        let steps: Recorder<String>

        func handle(
            action: DeskAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<Desk>
        ) -> IO<DeskAction> { .pure() }

        func receiveContext(getState: @escaping GetState<Desk>, output: AnyActionHandler<DeskAction>) {
            output.eachTask { [steps] task in
                let step = task.source?.trail.last
                steps.record("\(step?.kind ?? "none") \(step?.text ?? "") \(step?.key ?? "")")
            }
        }
    }

    @Test func taskThatOpensTheFileIsNamedAfterIt() async {
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
    @Test func failedAttemptIsRecordedAndItsBackoffHasAName() async {
        let (endings, attempts) = (Recorder<String>(), Recorder<Int>())
        let store = Store(
            initialState: Desk(),
            feature: Feature<DeskAction, Desk, DeskWorld>
                .desk(limit: 1, retrying: .constant(.milliseconds(1)), timeout: .seconds(30))
                <> Feature { _ in EndingWatch(endings: endings) },
            dependencies: DeskWorld(file: OutboxFile(at: "desk.log", storage: MemoryStorage())) { letter, _ in
                attempts.record(letter.number)
                if letter.number == 2 { throw .rejected("no stamp") }
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

    @Test func slowAttemptIsRecordedAsTimedOut() async {
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

    /// Records the ending of each key's run.
    private struct EndingWatch: MiddlewareProtocol {
        let endings: Recorder<String>

        func handle(
            action: DeskAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<Desk>
        ) -> IO<DeskAction> { .pure() }

        func receiveContext(getState: @escaping GetState<Desk>, output: AnyActionHandler<DeskAction>) {
            output.eachTask { [endings] task in
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

    // MARK: Causes

    /// Records the cause of each action about an entry.
    private struct CauseWatch: MiddlewareProtocol, Sendable {
        let causes: Recorder<String>
        private let names = Lock<[Int: String]>([:])
        private let output = Lock<AnyActionHandler<DeskAction>?>(nil)

        init(causes: Recorder<String>) { self.causes = causes }

        func receiveContext(getState: @escaping GetState<Desk>, output: AnyActionHandler<DeskAction>) {
            self.output.withLock { $0 = output }
        }

        func handle(
            action: DeskAction,
            from source: ActionSource,
            state: @escaping GetState<Desk>
        ) -> IO<DeskAction> {
            guard let number = source.number, let name = name(of: action) else { return .pure() }
            let cause = output.withLock { $0 }?.cause(of: source)
            let causeName = names.withLock { names in
                names[number] = name
                return cause.flatMap { names[$0] }
            }
            causes.record("\(name) by \(causeName ?? "none")")
            return .pure()
        }

        private func name(of action: DeskAction) -> String? {
            func text(_ id: OutboxID) -> Substring { id.shortDescription.split(separator: "…").last ?? "" }
            switch action {
            case .write(let letter): return "write \(letter.number)"
            case .cancel(let id): return "cancel \(text(id))"
            case .letters(.attempted(let id)): return "attempted \(text(id))"
            case .letters(.failed(let id, _)): return "failed \(text(id))"
            case .letters(.rested(let id)): return "rested \(text(id))"
            case .letters(.cancelled(let id, _)): return "cancelled \(text(id))"
            default: return nil
            }
        }
    }

    private func watched(_ office: Office, _ causes: Recorder<String>) -> TestStore<DeskAction, Desk> {
        let post = office.post
        return TestStore(
            initialState: Desk(),
            feature: Feature<DeskAction, Desk, DeskWorld> { _ in CauseWatch(causes: causes) }
                <> .desk(limit: 1, retrying: .constant(.milliseconds(100))),
            dependencies: DeskWorld(file: office.file) { try await post.post($0, $1) },
            checks: .onlyWhatIsSaid,
            in: office.world
        )
    }

    @Test func anAttemptIsCausedByTheActionThatAddedItsEntry() {
        let (office, causes) = (Office(), Recorder<String>())
        let test = watched(office, causes)
        office.storage.failCalls(count: 1, with: 28)
        test.write(1, lane: "a")
        test.write(2, lane: "b")
        test.advance(by: .seconds(1))
        #expect(office.post.calls == [1, 2])
        let attempts = causes.events.filter { $0.hasPrefix("attempted") }
        #expect(attempts == ["attempted 0 by write 1", "attempted 1 by write 2"])
        test.finish()
    }

    @Test func aFurtherAttemptIsCausedByTheEndOfTheWait() {
        let (office, causes) = (Office(), Recorder<String>())
        let test = watched(office, causes)
        office.post.answer(1, .fail)
        test.write(1, lane: "a")
        test.write(2, lane: "b")
        test.advance(by: .seconds(1))
        #expect(causes.events.contains("failed 0 by attempted 0"), "\(causes.events)")
        #expect(causes.events.filter { $0.hasPrefix("attempted 0") }.last == "attempted 0 by rested 0")
        test.finish()
    }

    @Test func anEntryCancelledInFlightNamesTheActionThatCancelledIt() throws {
        let (office, causes) = (Office(), Recorder<String>())
        let test = watched(office, causes)
        office.post.answer(1, .failLater(50))
        test.write(1, lane: "a")
        test.send(.cancel(try test.id(of: 1)))
        test.advance(by: .seconds(1))
        #expect(causes.events.last == "cancelled 0 by cancel 0", "\(causes.events)")
        test.finish()
    }

    @Test func entriesCancelledTogetherNameTheirActions() throws {
        let (office, causes) = (Office(), Recorder<String>())
        let test = watched(office, causes)
        test.send(.connect(false))
        test.write(1, lane: "a")
        test.write(2, lane: "b")
        let ids = try (1...2).map { try test.id(of: $0) }
        office.storage.failCalls(count: 1, with: 28)
        for id in ids { test.send(.cancel(id)) }
        test.advance(by: .seconds(1))
        let cancellations = causes.events.filter { $0.hasPrefix("cancelled") }
        #expect(cancellations.sorted() == ["cancelled 0 by cancel 0", "cancelled 1 by cancel 1"])
        test.finish()
    }

    // MARK: Names

    @Test(arguments: [(nil, "letters"), ("post", "post")])
    func attemptsAreNamedByTheCaseUnlessTheyHaveAName(name: String?, expected: String) async {
        let steps = Recorder<String>()
        let path = CasePath<DeskAction, LettersAction>(
            extract: DeskAction.letters.extract,
            embed: DeskAction.letters,
            name: "letters"
        )
        let store = Store(
            initialState: Desk(),
            feature: Feature<DeskAction, Desk, DeskWorld>.combine {
                Feature { action, desk in if case .write(let letter) = action { desk.letters.add(letter) } }
                Feature.outbox(case: path, state: \.letters, to: \.file, named: name) { letter, id, world in
                    try await world.post(letter, id)
                }
                Feature { _ in Watch(steps: steps) }
            },
            dependencies: DeskWorld(file: OutboxFile(at: "desk.log", storage: MemoryStorage())) { _, _ in 1 }
        )
        store.dispatch(.write(Letter(number: 1, lane: "a")))
        await store.settled()
        #expect(steps.events.contains { $0.hasPrefix("effect Effect \(expected) at OutboxRecordingTests.swift:") })
    }

    @Test func idIsShortInARecordingAndCompleteForAServer() {
        var outbox = Outbox<Letter>()
        let ids = (1...3).map { outbox.add(Letter(number: $0, lane: "a")) }
        let texts = ids.map(\.shortDescription)
        #expect(Set(texts).count == 3)
        #expect(zip(ids, texts).allSatisfy { "\($0)".hasPrefix($1.prefix { $0 != "…" }) })
        #expect(texts.map { $0.split(separator: "…")[1] } == ["0", "1", "2"])
        #expect(OutboxID(12).shortDescription == "12")
        #expect(ids.allSatisfy { "\($0)".count == 32 })
    }
}
