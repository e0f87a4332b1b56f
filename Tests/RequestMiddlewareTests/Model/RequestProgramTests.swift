// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Compares random programs of a request with the model.
///
/// Roles:
/// - `DeskUser`, below: the user. It starts, cancels, edits, retries, restores an older state, and
///   restarts the app. The schedule chooses each step.
/// - `Desk`: the app under test, a state with one request. An answer is a list that begins with the
///   input and the number of the server's call. Each edit appends its number.
/// - `FakeServer`: answers, fails or hangs, and knows which run each call belongs to.
/// - `RequestModel`: the expected request, computed from the documentation alone.
/// - `DeskWatch`: the observer. It compares the request with the model after each action, and each
///   answer with the run that may receive it. A run is identified by its generation, the number of
///   runs that the state has started.
///
/// A failed program is shrunk and printed: first the choices of the schedule with the actions that
/// they led to, then the calls of the user, and in the last line the violated rule.
///
/// To repeat it, run the test again: the program is saved in `.rex-failures` and tried first. Elsewhere,
/// replace the arguments of `exploreSchedules` by those in the first line, such as
/// `exploreSchedules(1, seed: 7)`. `REX_PROGRAMS=1000` sets the number of programs.
@Suite struct RequestProgramTests {
    /// The policies of the programs.
    enum Policy: Int, CaseIterable, Sendable {
        case immediate, debounced, retrying, limited, all

        var policy: RequestPolicy {
            switch self {
            case .immediate: .immediate
            case .debounced: .debounced(for: .milliseconds(30))
            case .retrying: .retrying(2)
            case .limited: .timeout(.milliseconds(40))
            case .all:
                .debounced(for: .milliseconds(20)).retrying(1, delay: .constant(.milliseconds(30)))
                    .timeout(.milliseconds(50))
            }
        }

        var hasTimeout: Bool { self == .limited || self == .all }

        /// The number of calls of a run, or nil if its attempts are separate tasks.
        ///
        /// Such a task may begin before it notices its cancellation.
        var attempts: Int? {
            switch self {
            case .immediate, .debounced: 1
            case .retrying: 3
            case .limited, .all: nil
            }
        }

        private static let features = allCases.map { Feature.desk($0.policy) }

        var feature: Feature<DeskAction, Desk, DeskWorld> { Self.features[rawValue] }
    }

    @Test(arguments: Policy.allCases) func programsMatchTheModel(policy: Policy) {
        var answers = 0
        let count = programCount / Policy.allCases.count
        exploreSchedules(count) { schedule in
            let user = DeskUser(policy, schedule)
            for _ in 0..<schedule.int(in: 0...25, "steps") { try user.step() }
            answers += try user.finish()
        }
        #expect(answers > count / 4)
    }
}

/// A user of the app.
///
/// The schedule chooses the steps.
private final class DeskUser {
    private enum Step: CaseIterable {
        case start, startIfIdle, wait, answer, edit, confirm, rollback
        case retry, cancel, reset, keep, restore, restart, check
    }

    /// Frequent steps are listed several times.
    private static let steps: [Step] =
        Step.allCases + [.start, .start, .wait, .wait, .wait, .answer, .edit, .edit, .confirm, .confirm, .rollback]

    private let policy: RequestProgramTests.Policy
    private let schedule: Schedule
    private let world: TestWorld
    private let server: FakeServer
    private let watch: DeskWatch
    private var test: TestStore<DeskAction, Desk>
    private var inputs = 0
    private var edits = 0

    init(_ policy: RequestProgramTests.Policy, _ schedule: Schedule) {
        (self.policy, self.schedule) = (policy, schedule)
        world = TestWorld(schedule: schedule)
        server = FakeServer(schedule, world.clock)
        watch = DeskWatch(server, hasTimeout: policy.hasTimeout)
        test = Self.store(policy, Desk(watch: watch), server, watch, world)
    }

    private static func store(
        _ policy: RequestProgramTests.Policy,
        _ desk: Desk,
        _ server: FakeServer,
        _ watch: DeskWatch,
        _ world: TestWorld
    ) -> TestStore<DeskAction, Desk> {
        TestStore(
            initialState: desk,
            feature: policy.feature,
            dependencies: DeskWorld(server: server, watch: watch),
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    deinit { server.answerAll() }

    func step() throws {
        switch schedule.element(of: Self.steps, "step") {
        case .start:
            let input = nextInput()
            test.send(isDispatched() ? .request(.start(input)) : .start(input))
        case .startIfIdle: test.send(.startIfIdle(nextInput()))
        case .wait: test.advance(by: .milliseconds(schedule.int(in: 1...100, "wait")))
        case .answer: server.answerHanging()
        case .edit:
            edits += 1
            test.send(.edit(1_000 + edits))
        case .confirm: test.send(.end(edit(), isConfirmed: true))
        case .rollback: test.send(.end(edit(), isConfirmed: false))
        case .retry: test.send(isDispatched() ? .request(.retry) : .retry)
        case .cancel: test.send(isDispatched() ? .request(.cancel) : .cancel)
        case .reset: test.send(isDispatched() ? .request(.reset) : .reset)
        case .keep: test.send(.keep)
        case .restore: test.send(.restore)
        case .restart: try restart(isRead: schedule.bool("state is read"))
        case .check: try check()
        }
        if let wrong = watch.wrong { throw Wrong(wrong) }
    }

    private func isDispatched() -> Bool { schedule.bool("by the action of the request") }

    private func nextInput() -> Int {
        inputs += 1
        return inputs
    }

    /// One of the edits, or nil for the oldest one.
    private func edit() -> Int? {
        let edit = schedule.int(in: 0...edits, "edit")
        return edit == 0 ? nil : 1_000 + edit
    }

    private func restart(isRead: Bool) throws {
        var desk = test.state
        test.kill()
        (desk.kept, desk.launch) = (nil, desk.launch + 1)
        if isRead { try desk.restart() }
        watch.restart(isRead: isRead, desk)
        test = Self.store(policy, desk, server, watch, world)
    }

    /// Checks that exactly the state's run is running.
    private func check() throws {
        let runs = test.runs.count { !$0.isCancelled }
        try require(runs == (test.state.request.isRunning ? 1 : 0), "\(runs) runs, \(test.state.request.phase)")
    }

    /// Ends all running requests.
    ///
    /// Returns the number of answers.
    func finish() throws -> Int {
        try check()
        server.answerAll()
        test.run()
        if let wrong = watch.wrong { throw Wrong(wrong) }
        try check()
        try require(!test.state.request.isRunning, "the request runs for ever")
        let calls = server.mostCallsOfARun
        try require(calls <= policy.attempts ?? calls, "\(calls) calls of one run")
        test.finish()
        return watch.answers
    }
}
