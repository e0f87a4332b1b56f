// SPDX-License-Identifier: MIT

import RexCore
import Testing

@testable import RecorderMiddleware

@Suite struct EndingFieldWhiteBoxTests {
    @Test(arguments: [
        (RecordedRun.Ending.returned, 0 as UInt32, 0, ""), (.cancelled(by: 7), 1, 7, ""),
        (.cancelled(by: nil), 1, 0, ""),
        (.failed("a", isCaught: false), 2, 0, "a"), (.failed("a", isCaught: true), 3, 0, "a"),
        (.timedOut(after: .nanoseconds(9)), 4, 9, ""), (.endedWithStore, 5, 0, ""),
    ])
    func endingHasItsCodeInAFile(ending: RecordedRun.Ending, code: UInt32, number: Int, text: String) {
        let field = RunEndField(ending)
        #expect((field.code, field.number, field.text) == (code, number, text))
        #expect(RunEndField.ending(code, number, text) == ending)
    }

    @Test func unknownCodeIsNoEnding() {
        #expect(RunEndField.ending(6, 0, "") == nil)
    }

    @Test func durationsAreMeasuredBetweenPhases() {
        var times = ActionTimes(handling: 10)
        (times.reducing, times.notifying, times.running, times.done) = (11, 13, 17, 25)
        #expect(times.complete == times)
        let durations = RecordedDurations(times)
        #expect(
            [durations.handle, durations.reduce, durations.observers, durations.io, durations.total]
                == [1, 2, 4, 8, 15].map { .nanoseconds($0) }
        )
        // Without an `IO` and without observers the reducer is the last phase.
        (times.notifying, times.running) = (0, 0)
        #expect(times.complete.notifying == 25 && times.complete.running == 25)
        times.running = 17
        #expect(times.complete.notifying == 17 && times.complete.running == 17)
        // A clock that went back.
        times.reducing = 9
        #expect(RecordedDurations(times).handle == .zero)
    }

    @Test func threadsAreNumberedFromOne() {
        var numbers = ThreadNumbers()
        #expect([7, 3, 7, 9].map { numbers.number(of: $0) } == [1, 2, 1, 3])
    }
}
