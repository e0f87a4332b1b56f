// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

/// The notices that a gate sends to recorders about dropped actions.
@Suite struct GateNoticeTests {
    private enum Act: Sendable { case event, other, global(Int) }

    private enum Root: CaseIndexed, Sendable {
        case analytics(Act)
        case rest

        static var caseCount: Int { 2 }
        var caseIndex: Int { if case .analytics = self { 0 } else { 1 } }

        static var analytics: CasePath<Root, Act> {
            CasePath(
                extract: { if case .analytics(let act) = $0 { act } else { nil } },
                embed: Root.analytics,
                caseIndex: 0
            )
        }
    }

    /// Records the rule of each notice and the number of its action in the store.
    private final class Watch<Action: Sendable, State: Sendable>: MiddlewareProtocol {
        let notices: Recorder<String>

        init(_ notices: Recorder<String>) { self.notices = notices }

        func handle(
            action: Action,
            from dispatcher: ActionSource,
            state: @escaping GetState<State>
        ) -> IO<Action> { .pure() }

        func observeStore(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
            output.observeNotices { [notices] notice in
                let number = (notice.source.number ?? 0) % (1 << 28)
                notices.record("\(number) \(notice.source.trail.last?.text ?? "")")
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

    @Test func gateHasTheNameOfItsCaseAndOfItsFeature() {
        let feature = Feature<Act, Bool, Void>(middleware: MiddlewareReader { _ in Self.events })
        let gated = feature.gated(state: \.self, line: 4)
        let lifted: [Feature<Root, Bool, Void>] = [
            gated.lift(case: Root.analytics, state: \.self),
            gated.named("Statistics").lift(case: Root.analytics, state: \.self),
            gated.lift(case: Root.analytics, state: \.self).named("Statistics"),
        ]
        let names = lifted.map { feature in
            let notices = Recorder<String>()
            let store = Store(
                initialState: false,
                feature: feature.adding(Watch<Root, Bool>(notices)),
                dependencies: ()
            )
            store.dispatch(.analytics(.event))
            store.dispatch(.rest)
            return notices.events
        }
        #expect(
            names == [
                ["1 Gate analytics at GateNoticeTests.swift:4"], ["1 Gate Statistics at GateNoticeTests.swift:4"],
                ["1 Gate Statistics.analytics at GateNoticeTests.swift:4"],
            ]
        )
    }
}
