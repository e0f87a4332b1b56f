// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

/// The reports of a gate about dropped actions.
@Suite struct GateNoticeTests {
    private enum Act: Sendable { case event, other }

    /// Records the rule of each report and the number of its action in the store.
    private final class Watch<Action: Sendable, State: Sendable>: MiddlewareProtocol {
        let notices: Recorder<String>

        init(_ notices: Recorder<String>) { self.notices = notices }

        func handle(
            action: Action,
            from dispatcher: ActionSource,
            state: @escaping GetState<State>
        ) -> IO<Action> { .pure() }

        func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
            output.eachSkipped { [notices] skipped in
                let number = (skipped.source.number ?? 0) % (1 << 28)
                notices.record("\(number) \(skipped.source.trail.last?.text ?? "")")
            }
        }
    }

    private static var events: AnyMiddleware<Act, Act, Bool> {
        AnyMiddleware { action, _, _ in if case .event = action { IO { _ in } } else { .pure() } }
    }

    private func notices(
        of middleware: sending AnyMiddleware<Act, Act, Bool>,
        for actions: [Act] = [.event, .other]
    ) -> [String] {
        let notices = Recorder<String>()
        let store = Store(
            initialState: false,
            reducer: Reducer<Act, Bool>.identity,
            middleware: middleware <> Watch<Act, Bool>(notices)
        )
        for action in actions { store.dispatch(action) }
        return notices.events
    }

    @Test func closedGateReportsOnlyActionsThatTheMiddlewareWouldHandle() {
        let gates = [
            notices(of: Self.events.gated(state: \.self, line: 1).composition),
            notices(of: Self.events.gated(controlAction: { _ in false }, default: .bypass, line: 1).composition),
            notices(
                of: Self.events.gated(state: \.self, line: 5)
                    .gated(state: { _ in true }, line: 2).gated(state: { _ in false }, line: 1).composition
            ),
        ]
        #expect(gates == [["1 Gate at GateNoticeTests.swift:1"], ["1 Gate at GateNoticeTests.swift:1"], []])
    }

    /// The closed inner gate would have dropped the action, so the outer gate reports nothing.
    @Test func gateInAGateThatIsClosedIsNotConcerned() {
        let both = Self.events.gated(state: { _ in true }, line: 2).gated(state: { _ in false }, line: 1)
        #expect(notices(of: both.composition) == ["1 Gate at GateNoticeTests.swift:1"])
    }

    @Test func gatedObjectIsConcernedByEveryActionByDefault() {
        final class Counter: MiddlewareProtocol {
            var count = 0

            func handle(action: Act, from dispatcher: ActionSource, state: @escaping GetState<Bool>) -> IO<Act> {
                count += 1
                return .pure()
            }
        }
        let counter = Counter()
        #expect(counter.isConcerned(by: .event, from: .here()) { false })
        #expect(counter.count == 0)
        #expect(notices(of: Counter().gated(state: \.self, line: 3).composition).count == 2)
    }

    /// Records the calls that a closed gate makes to find out whether its middleware is concerned.
    private struct Asked: MiddlewareProtocol {
        let asked: Recorder<Act>

        func isConcerned(by action: Act, from source: ActionSource, state: @escaping GetState<Bool>) -> Bool {
            asked.record(action)
            return true
        }

        func handle(action: Act, from source: ActionSource, state: @escaping GetState<Bool>) -> IO<Act> { .pure() }
    }

    private static let kinds: [StoreEvent.Kinds] = [[.skippedByStore, .started, .mistake], .skippedByMiddleware]

    @Test(arguments: zip(kinds, [0, 3]))
    func closedGateMakesReportsOnlyForTheirObservers(kinds: StoreEvent.Kinds, count: Int) {
        let asked = Recorder<Act>()
        let observer = AnyMiddleware<Act, Act, Bool> { _, output in
            output.observe(kinds) { _ in }
        } handle: { _, _, _ in
            .pure()
        }
        let store = Store(
            initialState: false,
            reducer: Reducer<Act, Bool>.identity,
            middleware: Asked(asked: asked).gated(state: \.self) <> observer
        )
        for _ in 1...3 { store.dispatch(.event) }
        #expect(asked.events.count == count)
    }

    @Test func gateOfTwoStoresReportsToTheObservedOne() {
        let gate = Asked(asked: Recorder()).gated(state: \.self, line: 1)
        let notices = Recorder<String>()
        let plain = Store(initialState: false, reducer: Reducer<Act, Bool>.identity, middleware: gate)
        plain.dispatch(.event)
        let watched = Store(
            initialState: false,
            reducer: Reducer<Act, Bool>.identity,
            middleware: gate <> Watch<Act, Bool>(notices)
        )
        plain.dispatch(.event)
        watched.dispatch(.event)
        plain.dispatch(.event)
        #expect(notices.events == ["1 Gate at GateNoticeTests.swift:1"])
    }
}
