// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

/// Compares the timer queue with a slow sorted list.
@Suite struct TimerQueueWhiteBoxTests {
    private struct Waiting: Equatable {
        let number: Int
        var moment: Int
        var isSkipped = false
    }

    /// Does some work and returns its numbers.
    private func numbers(_ kinds: [TimerQueue.Kind], _ done: Recorder<Int>) -> [Int] {
        let before = done.events.count
        for case .work(let body) in kinds { body() }
        return Array(done.events.dropFirst(before))
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func queueMatchesASortedList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let done = Recorder<Int>()
        var timers = TimerQueue()
        var (now, list): (Int, [Waiting]) = (0, [])
        var deadlines: [Int: Lock<Duration>] = [:]
        func take(_ isTaken: (Waiting) -> Bool) -> [Int] {
            defer { list.removeAll(where: isTaken) }
            return list.filter(isTaken).map(\.number)
        }
        for step in 0..<60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4:
                let number = timers.newNumber()
                let waiting = Waiting(number: number, moment: 100 * Int.random(in: 0...9, using: &random))
                let deadline = Lock(Duration.seconds(waiting.moment))
                deadlines[number] = deadline
                let kind = TimerQueue.Kind.work { done.record(number) }
                timers.add(kind, at: deadline.withLock { $0 }, number: number, of: nil, isUncontrolled: false)
                list.insert(waiting, at: list.firstIndex { $0.moment > waiting.moment } ?? list.endIndex)
            case 5, 6:
                let number = Int.random(in: -1...30, using: &random)
                let removed = timers.remove(number).map { numbers([$0], done) } ?? []
                #expect(removed == take { $0.number == number })
            case 7:
                let number = Int.random(in: -1...30, using: &random)
                // At a time of its own, since its order among others depends on when it is moved.
                let moment = 100 * Int.random(in: 0...9, using: &random) + step
                if let index = list.firstIndex(where: { $0.number == number && $0.moment < moment }) {
                    deadlines[number]?.withLock { $0 = .seconds(moment) }
                    var waiting = list.remove(at: index)
                    waiting.moment = moment
                    list.insert(waiting, at: list.firstIndex { $0.moment > moment } ?? list.endIndex)
                }
            case 8:
                let moment = 100 * Int.random(in: 0...9, using: &random)
                now = max(now, moment)
                #expect(numbers(timers.takeDue(at: .seconds(moment)), done) == take { $0.moment <= now })
            default:
                let moment = Duration.seconds(100 * Int.random(in: 0...9, using: &random))
                if Bool.random(using: &random) {
                    let removed = timers.removeAll { $0.moment == moment }
                    #expect(numbers(removed, done) == take { .seconds($0.moment) == moment })
                } else {
                    timers.skip { $0.moment == moment }
                    for index in list.indices where .seconds(list[index].moment) == moment {
                        list[index].isSkipped = true
                    }
                }
            }
            #expect(timers.now == .seconds(now))
            let next = timers.nextDeadline()
            #expect(next == list.first.map { .seconds($0.moment) })
            #expect(timers.nextControlledDeadline() == next)
            #expect(timers.all.map(\.number) == list.map(\.number))
            #expect(timers.all.map(\.isSkipped) == list.map(\.isSkipped))
        }
    }

    @Test func uncontrolledEventsAreSkipped() {
        var timers = TimerQueue()
        let run = ActiveRun(number: 1, store: 1, nil, source: nil)
        for isUncontrolled in [false, true] {
            timers.add(.work {}, at: .zero, number: timers.newNumber(), of: run, isUncontrolled: isUncontrolled)
        }
        #expect(timers.all.map(\.isUncontrolled) == [false, true])
        #expect(timers.all.map(\.isSkipped) == [false, true])
        #expect(timers.all.allSatisfy { $0.run === run })
    }
}
