// SPDX-License-Identifier: MIT

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
