// SPDX-License-Identifier: MIT

import RexCore
import RexTesting

/// A server that answers, fails, takes its time or ignores that a call was cancelled, as the
/// schedule says.
final class FakeServer: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let call: Int

        var description: String { "call \(call)" }
    }

    private struct Call: Sendable {
        /// What the state ran when it began; nil if it was cancelled by then.
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

    /// Answers a call with what `answer` makes of its number.
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

    /// The run for which a call was made, if its answer counts.
    func run(ofCall number: Int) -> Int? {
        contents.withLock { contents in
            guard contents.calls.indices.contains(number), !contents.calls[number].isCancelled else { return nil }
            return contents.calls[number].run
        }
    }

    /// How often it was called for the run for which it was called most often.
    var mostCallsOfARun: Int {
        let runs = contents.withLock { $0.calls.compactMap(\.run) }
        return Dictionary(grouping: runs) { $0 }.values.map(\.count).max() ?? 0
    }

    /// Answers those that wait, whether they were cancelled or not; false if there are none.
    @discardableResult func answerWaiting() -> Bool {
        let waiting = contents.withLock { contents in
            defer { contents.waiting = [] }
            return contents.waiting
        }
        for wait in waiting { wait.resume() }
        return !waiting.isEmpty
    }

    /// From now on each call is answered at once.
    func becomeKind() {
        contents.withLock { $0.isKind = true }
        answerWaiting()
    }
}
