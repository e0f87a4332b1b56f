// SPDX-License-Identifier: MIT

import RequestMiddleware
import Testing

@Suite struct RequestEditTests {
    /// A request in phase `done` with output 1.
    private var done: Answers {
        var request = Answers()
        request.start(0)
        request.answer([1])
        return request
    }

    @Test func editIsShownAtOnceAndConfirmedIntoTheOutput() {
        var request = done
        let edit = request.edit { $0.append(2) }
        #expect(request.output == [1, 2])
        #expect(request.pendingEdits == [edit])
        request.confirm(edit)
        #expect(request.output == [1, 2])
        #expect(request.pendingEdits.isEmpty)
        #expect(request.phase == .done(0))
        request.rollback(edit)
        #expect(request.output == [1, 2])
    }

    @Test func rollbackOfAnEditKeepsTheOther() {
        for isFirst in [true, false] {
            var request = done
            let edits = [request.edit { $0.append(2) }, request.edit { $0.append(3) }]
            request.rollback(edits[isFirst ? 0 : 1])
            #expect(request.output == (isFirst ? [1, 3] : [1, 2]))
            #expect(request.pendingEdits == [edits[isFirst ? 1 : 0]])
            request.rollback(edits[isFirst ? 0 : 1])
            #expect(request.pendingEdits.count == 1)
            request.rollback(edits[isFirst ? 1 : 0])
            #expect(request.output == [1])
            #expect(request.phase == .done(0))
        }
    }

    @Test func laterEditIsAppliedToTheResultOfTheEarlierOne() {
        var request = done
        request.edit { $0 = [5] }
        request.edit { $0 = $0.map { $0 * 10 } }
        #expect(request.output == [50])
        request.rollback()
        #expect(request.output == [10])
        request.confirm()
        #expect(request.output == [10])
    }

    @Test func oldestEditEndsWithoutANumber() {
        var request = done
        let edits = [2, 3, 4].map { number in request.edit { $0.append(number) } }
        request.confirm()
        #expect(request.pendingEdits == Array(edits.dropFirst()))
        request.rollback()
        #expect(request.pendingEdits == [edits[2]])
        #expect(request.output == [1, 2, 4])
    }

    @Test func numbersOfEditsAreUnique() {
        var request = done
        let first = request.edit { $0.append(2) }
        request.rollback(first)
        let second = request.edit { $0.append(3) }
        request.reset()
        let third = request.edit { $0.append(4) }
        #expect(Set([first, second, third]).count == 3)
    }

    @Test func answerDuringAnEditIsTheBaseOfItsRollback() {
        var request = done
        let edit = request.edit { $0.append(2) }
        request.start(0)
        request.answer([7])
        #expect(request.output == [7, 2])
        request.rollback(edit)
        #expect(request.output == [7])
        #expect(request.phase == .done(0))
    }

    @Test func answerThatMayContainAConfirmedEditIsRequestedAgain() {
        var request = done
        request.start(0)
        let edit = request.edit { $0.append(2) }
        request.answer([1, 2])
        request.confirm(edit)
        // The edit is shown twice until an answer that certainly contains it.
        #expect(request.output == [1, 2, 2])
        #expect(request.phase == .running(0, attempt: 1))
        request.answer([1, 2])
        #expect(request.output == [1, 2])
        #expect(request.phase == .done(0))
    }

    @Test func answerFromBeforeAConfirmationIsDropped() {
        var request = done
        let edit = request.edit { $0.append(2) }
        request.start(0)
        request.confirm(edit)
        #expect(request.output == [1, 2])
        request.answer([1])
        #expect(request.output == [1, 2])
        #expect(request.phase == .running(0, attempt: 1))
        request.answer([1, 2])
        #expect(request.output == [1, 2])
        #expect(request.phase == .done(0))
    }

    @Test func newStartIncludesEarlierConfirmations() {
        let restarts: [(inout Answers) -> Void] = [
            { $0.start(5) },
            {
                $0.fail(RequestFailure("no"))
                $0.retry()
            },
            {
                $0.cancel()
                $0.startIfIdle(5)
            },
        ]
        for restart in restarts {
            var request = done
            request.start(5)
            request.confirm(request.edit { $0.append(2) })
            restart(&request)
            request.answer([1, 2])
            #expect(request.phase == .done(5))
        }
    }

    @Test func editWithoutAConcurrentAnswerRequestsNothing() {
        var request = done
        let first = request.edit { $0.append(2) }
        request.start(0)
        request.answer([1])
        // The answer arrived before this edit.
        let second = request.edit { $0.append(3) }
        request.confirm(second)
        #expect(request.output == [1, 3, 2])
        request.rollback(first)
        #expect(request.output == [1, 3])
        #expect(request.phase == .done(0))
    }

    @Test func answerRequestedAfterAConfirmationIsFinal() {
        var request = done
        let edits = [request.edit { $0.append(2) }, request.edit { $0.append(3) }]
        request.start(0)
        request.answer([1, 2])
        request.confirm(edits[0])
        #expect(request.phase == .done(0))
        request.start(0)
        request.answer([1, 2])
        request.rollback(edits[1])
        #expect(request.output == [1, 2])
        #expect(request.phase == .done(0))
    }

    @Test func uncertaintyEndsWithTheRunningRequest() {
        var request = done
        let edits = [request.edit { $0.append(2) }, request.edit { $0.append(3) }]
        request.start(0)
        request.answer([1, 2])
        request.confirm(edits[0])
        request.start(9)
        request.rollback(edits[1])
        #expect(request.phase == .running(9, attempt: 1))
        request.answer([1, 2])
        request.confirm(request.edit { $0.append(4) })
        #expect(request.output == [1, 2, 4])
        #expect(request.phase == .done(9))
    }

    @Test func editWithoutOutputWaitsForOne() {
        var request = Answers()
        let edit = request.edit { $0.append(2) }
        #expect(request.output == nil)
        request.start(0)
        request.answer([1])
        #expect(request.output == [1, 2])
        request.rollback(edit)
        #expect(request.output == [1])
    }

    @Test func editWithoutOutputEndsWithoutOne() {
        for isConfirmed in [true, false] {
            var request = Answers()
            let edit = request.edit { $0.append(2) }
            if isConfirmed { request.confirm(edit) } else { request.rollback(edit) }
            #expect(request == Answers())
            request.start(0)
            request.answer([1])
            #expect(request.output == [1])
            #expect(request.phase == .done(0))
        }
    }

    @Test func rollbackAfterAFailureIsShown() {
        var request = done
        let edit = request.edit { $0.append(2) }
        request.start(0)
        request.fail(RequestFailure("offline"))
        #expect(request.output == [1, 2])
        request.rollback(edit)
        #expect(request.output == [1])
        #expect(request.failure == RequestFailure("offline"))
    }

    @Test func cancelKeepsEdits() {
        var request = done
        let edit = request.edit { $0.append(2) }
        request.start(0)
        request.cancel()
        #expect(request.pendingEdits == [edit])
        request.rollback(edit)
        #expect(request.output == [1])
    }

    @Test func confirmationDoesNotStartACancelledRequest() {
        var request = done
        let edit = request.edit { $0.append(2) }
        request.start(0)
        request.answer([1])
        request.start(0)
        request.cancel()
        request.confirm(edit)
        #expect(request.phase == .idle)
        #expect(request.output == [1, 2])
    }

    @Test func unknownEditEndsNothing() {
        var (request, other) = (done, done)
        other.edit { $0.append(8) }
        let unknown = other.edit { $0.append(9) }
        request.edit { $0.append(2) }
        request.confirm(unknown)
        request.rollback(unknown)
        #expect(request.pendingEdits.count == 1)
        #expect(request.output == [1, 2])
        var untouched = done
        untouched.confirm()
        untouched.rollback()
        #expect(untouched == done)
    }
}
