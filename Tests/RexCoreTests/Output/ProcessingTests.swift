// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct ProcessingTests {
    private final class Watching: MiddlewareProtocol, Sendable {
        private let events: Recorder<String>

        init(_ events: Recorder<String>) {
            self.events = events
        }

        func receiveContext(getState: @escaping GetState<Int>, output: AnyActionHandler<Int>) {
            output.observe(.phase) { [events] event in
                guard case .phase(let phase) = event else { return }
                switch phase {
                case .handling(cause: nil, task: nil): events.record("handling")
                case .handling(let cause, let task):
                    events.record("handling, caused by an action: \(cause != nil), sent by a task: \(task != nil)")
                default: events.record("\(phase)")
                }
            }
        }

        func handle(action: Int, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
            events.record("handle \(action)")
            return action % 2 == 0 ? .pure() : IO { [events] _ in events.record("IO \(action)") }
        }
    }

    private func store(
        _ events: Recorder<String>,
        _ middleware: sending some MiddlewareProtocol<Int, Int, Int>
    ) -> Store<Int, Int> {
        let reducer = Reducer<Int, Int>.reduce { action, sum in
            events.record("reduce \(action)")
            sum += action
        }
        return Store(initialState: 0, reducer: reducer, middleware: middleware)
    }

    @Test func phasesOfAnActionAreObservedInOrder() {
        let events = Recorder<String>()
        let store = store(events, Watching(events))
        let observation = store.observe { events.record("observe \($0)") }
        store.dispatch(1)
        #expect(
            events.events == [
                "observe 0", "handling", "handle 1", "reducing", "reduce 1", "notifying", "observe 1", "running",
                "IO 1", "done",
            ]
        )
        observation.cancel()
    }

    @Test func phasesWithoutWorkAreSkipped() {
        let events = Recorder<String>()
        store(events, Watching(events)).dispatch(2)
        #expect(events.events == ["handling", "handle 2", "reducing", "reduce 2", "done"])
    }

    @Test func severalObserversAreCalledInTheirOrder() {
        let (first, second) = (Recorder<String>(), Recorder<String>())
        store(first, Watching(first) <> Watching(second)).dispatch(2)
        #expect(first.events == ["handling", "handle 2", "reducing", "reduce 2", "done"])
        #expect(second.events == ["handling", "handle 2", "reducing", "done"])
    }

    @Test func anAnswerIsProcessedAfterItsActionIsDone() {
        let events = Recorder<String>()
        let answering = AnyMiddleware<Int, Int, Int> { action, source, _ in
            action == 2 ? .send(4, from: source) : .pure()
        }
        let store = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.reduce { action, sum in sum += action },
            middleware: answering <> Watching(events)
        )
        store.dispatch(2)
        #expect(
            events.events == [
                "handling", "handle 2", "reducing", "running", "done",
                "handling, caused by an action: true, sent by a task: false", "handle 4", "reducing", "done",
            ]
        )
        #expect(store.state == 6)
    }
}
