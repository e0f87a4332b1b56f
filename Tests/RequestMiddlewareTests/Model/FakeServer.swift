// SPDX-License-Identifier: MIT

import RexCore
import RexTesting

/// A server that answers, fails, waits or ignores cancellations, as chosen by the
/// schedule.
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
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isKind = false
    }

    private enum Mood: CaseIterable {
        case answers, answersLater, waits, fails, failsLater, throwsCancellation

        static let all: [Mood] = allCases + [.answers, .answersLater, .answersLater, .waits]
    }

    private let schedule: Schedule
    private let clock: TestClock
    private let contents = Lock(Contents())

    init(_ schedule: Schedule, _ clock: TestClock) {
        (self.schedule, self.clock) = (schedule, clock)
    }

    /// Answers a call with the result of `answer` for its number.
    func call<Output: Sendable>(run: Int?, _ answer: @Sendable (Int) -> Output) async throws -> Output {
        let isCancelled = Task.isCancelled
        let (number, isKind) = contents.withLock { contents in
            contents.calls.append(Call(run: isCancelled ? nil : run))
            return (contents.calls.count - 1, contents.isKind)
        }
        return try await withTaskCancellationHandler {
            if !isKind { try await wait(number) }
            return answer(number)
        } onCancel: {
            contents.withLock { $0.calls[number].isCancelled = true }
        }
    }

    private func wait(_ number: Int) async throws {
        let mood = schedule.element(of: Mood.all, "server")
        switch mood {
        case .answers: break
        case .answersLater, .failsLater:
            try await clock.sleep(for: .milliseconds(schedule.int(in: 1...80, "takes")))
        case .waits: await withCheckedContinuation { wait in contents.withLock { $0.waiting.append(wait) } }
        case .throwsCancellation: throw CancellationError()
        case .fails: break
        }
        if mood == .fails || mood == .failsLater { throw Failure(call: number) }
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

    /// Answers the waiting calls, cancelled or not.
    ///
    /// Returns false without any.
    @discardableResult func answerWaiting() -> Bool {
        let waiting = contents.withLock { contents in
            defer { contents.waiting = [] }
            return contents.waiting
        }
        for wait in waiting { wait.resume() }
        return !waiting.isEmpty
    }

    /// Answers each call at once from now on.
    func becomeKind() {
        contents.withLock { $0.isKind = true }
        answerWaiting()
    }
}
