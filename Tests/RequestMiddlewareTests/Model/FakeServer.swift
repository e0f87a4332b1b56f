// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting

/// The server of the programs.
///
/// The schedule chooses whether a call is answered, fails, or hangs and ignores cancellation.
final class FakeServer: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let call: Int

        var description: String { "call \(call)" }
    }

    private struct Call: Sendable {
        /// The state's run when the call began, or nil if it was cancelled by then.
        let run: Int?
        var isCancelled = false
    }

    private struct Contents: Sendable {
        var calls: [Call] = []
    }

    private enum Behavior: CaseIterable {
        case answers, answersLater, hangs, fails, failsLater, throwsCancellation

        static let all: [Behavior] = allCases + [.answers, .answersLater, .answersLater, .hangs]
    }

    private let schedule: Schedule
    private let clock: TestClock
    private let contents = Lock(Contents())
    /// Where hanging calls wait.
    ///
    /// Once it is open, each call is answered at once.
    private let gate = AsyncGate()

    init(_ schedule: Schedule, _ clock: TestClock) {
        (self.schedule, self.clock) = (schedule, clock)
    }

    /// Answers a call with the result of `answer` for its number.
    func call<Output: Sendable>(run: Int?, _ answer: @Sendable (Int) -> Output) async throws -> Output {
        let isCancelled = Task.isCancelled
        let number = contents.withLock { contents in
            contents.calls.append(Call(run: isCancelled ? nil : run))
            return contents.calls.count - 1
        }
        return try await withTaskCancellationHandler {
            if !gate.isOpen { try await behave(number) }
            return answer(number)
        } onCancel: {
            contents.withLock { $0.calls[number].isCancelled = true }
        }
    }

    private func behave(_ number: Int) async throws {
        let behavior = schedule.element(of: Behavior.all, "server")
        switch behavior {
        case .answers: break
        case .answersLater, .failsLater:
            try await clock.sleep(for: .milliseconds(schedule.int(in: 1...80, "takes")))
        case .hangs: await gate.wait()
        case .throwsCancellation: throw CancellationError()
        case .fails: break
        }
        if behavior == .fails || behavior == .failsLater { throw Failure(call: number) }
    }

    /// The run of a call, if its answer counts.
    func run(ofCall number: Int) -> Int? {
        contents.withLock { contents in
            guard contents.calls.indices.contains(number), !contents.calls[number].isCancelled else { return nil }
            return contents.calls[number].run
        }
    }

    /// The largest number of calls for one run.
    var mostCallsOfARun: Int {
        let runs = contents.withLock { $0.calls.compactMap(\.run) }
        return Dictionary(grouping: runs) { $0 }.values.map(\.count).max() ?? 0
    }

    /// Answers the hanging calls, cancelled or not.
    func answerHanging() { gate.letThrough() }

    /// Answers each call at once from now on.
    func answerAll() { gate.open() }
}
