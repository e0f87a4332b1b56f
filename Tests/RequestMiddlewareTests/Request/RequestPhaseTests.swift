// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexTesting
import Testing

@Suite struct RequestPhaseTests {
    private var done: Answers {
        var request = Answers()
        request.start(1)
        request.answer([1])
        return request
    }

    @Test func newRequestIsIdleAndShowsItsInitialOutput() {
        #expect(Answers().phase == .idle)
        #expect(Answers().output == nil)
        #expect(!Answers().isRunning)
        #expect(Answers(output: [7]).output == [7])
        #expect(Answers(output: [7]).phase == .idle)
    }

    @Test func outputIsKeptDuringReruns() {
        var request = done
        #expect(request.phase == .done(1))
        request.start(2)
        #expect(request.phase == .running(2, attempt: 1))
        #expect(request.output == [1])
        request.fail(RequestFailure("no"))
        #expect(request.phase == .failed(2, RequestFailure("no")))
        #expect(request.failure?.message == "no")
        #expect(request.output == [1])
        request.retry()
        #expect(request.phase == .running(2, attempt: 1))
        #expect(request.failure == nil)
        request.cancel()
        #expect(request.phase == .idle)
        #expect(request.output == [1])
    }

    @Test func startReplacesARunAndStartIfIdleDoesNot() {
        var request = done
        request.startIfIdle(2)
        #expect(request.phase == .running(2, attempt: 1))
        request.startIfIdle(3)
        #expect(request.phase == .running(2, attempt: 1))
        request.start(4)
        #expect(request.phase == .running(4, attempt: 1))
        request.fail(RequestFailure("no"))
        request.startIfIdle(5)
        #expect(request.phase == .running(5, attempt: 1))
    }

    @Test func retryWithoutAFailureDoesNothing() {
        var request = Answers()
        request.retry()
        #expect(request.phase == .idle)
        request.start(1)
        request.retry()
        #expect(request.phase == .running(1, attempt: 1))
        request.answer([1])
        request.retry()
        #expect(request.phase == .done(1))
    }

    @Test func cancelWithoutARunDoesNothing() {
        var request = done
        request.cancel()
        #expect(request.phase == .done(1))
        request.start(1)
        request.fail(RequestFailure("no"))
        request.cancel()
        #expect(request.failure != nil)
    }

    @Test func resetDropsOutputFailureAndEdits() {
        var request = done
        let edit = request.edit { $0.append(2) }
        request.start(2)
        request.reset()
        #expect(request == Answers())
        #expect(request.pendingEdits.isEmpty)
        request.confirm(edit)
        request.start(3)
        request.answer([3])
        #expect(request.output == [3])
    }

    @Test func answerAndFailureWithoutARunChangeNothing() {
        var (idle, request) = (Answers(), done)
        idle.answer([9])
        idle.fail(RequestFailure("no"))
        #expect(idle == Answers())
        request.answer([9])
        request.fail(RequestFailure("no"))
        #expect(request == done)
        request.start(2)
        request.fail(RequestFailure("no"))
        request.answer([9])
        #expect(request.phase == .failed(2, RequestFailure("no")))
        #expect(request.output == [1])
    }

    @Test func requestsAreEqualIfTheyShowTheSame() {
        func running(_ input: Int) -> Answers {
            var request = done
            request.start(input)
            return request
        }
        #expect(running(2) == running(2))
        #expect(running(2) != running(3))
        #expect(running(2) != done)
        #expect(done != Answers(output: [1]))
        var second = running(2)
        second.noteAttempt(2)
        #expect(second != running(2))
        var (edited, rolledBack) = (done, done)
        edited.edit { _ in }
        #expect(edited != done)
        rolledBack.rollback(rolledBack.edit { $0.append(2) })
        #expect(rolledBack == done)
        // Both show the same, but only one has confirmed it.
        var (one, other) = (done, done)
        one.edit { $0 = [5] }
        other.edit { $0 = [5] }
        other.edit { $0 = [5] }
        other.confirm()
        #expect(one.output == other.output && one.pendingEdits.count == other.pendingEdits.count)
        #expect(one != other)
    }

    @Test func failuresAreComparedWithTheirInput() {
        func failed(_ input: Int, _ message: String) -> Answers {
            var request = Answers()
            request.start(input)
            request.fail(RequestFailure(message))
            return request
        }
        #expect(failed(1, "no") == failed(1, "no"))
        #expect(failed(1, "no") != failed(1, "never"))
        #expect(failed(1, "no") != failed(2, "no"))
    }

    @Test func mirrorShowsComparedValuesAndNoIdentity() {
        var request = Answers()
        request.start(1)
        #expect(members(of: request) == ["phase: \(request.phase)", "output: nil"])
        request.answer([1])
        request.edit { $0.append(2) }
        let expected = ["output: Optional([1, 2])", "confirmedOutput: Optional([1])", "pendingEdits: 1"]
        #expect(members(of: request) == ["phase: \(request.phase)"] + expected)
    }

    private func members(of request: Answers) -> [String] {
        var members: [String] = []
        for child in Mirror(reflecting: request).children { members.append("\(child.label ?? "-"): \(child.value)") }
        return members
    }

    @Test func testStoreShowsTheChange() {
        let issues = failures {
            let test = answersStore(checks: .everything)
            test.send(.start(1)) { $0.start(2) }
            test.receive(.answered([1])) { $0.answer([5]) }
            test.finish()
        }
        #expect(issues.count == 2)
        #expect(issues.first?.contains("phase") == true)
        #expect(issues.last?.contains("output") == true)
        #expect(issues.allSatisfy { !$0.contains("Identity") })
    }
}
