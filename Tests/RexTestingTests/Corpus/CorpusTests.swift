// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Typical bugs of apps: each bug is found, and nothing is found in its fixed twin.
///
/// EveryOrder.md has figures of the table that is printed here, and the suite of ``Bug/desk``.
@Suite struct CorpusTests {
    private static let tries = 2_000

    @Test func corpusHasTwentyBugsAndTwelveOfOtherKinds() {
        #expect(Bug.corpus.count == 20 && Bug.kinds.count == 12)
        #expect(Set((Bug.corpus + Bug.kinds).map(\.name)).count == 32)
    }

    @Test(arguments: Bug.corpus + Bug.kinds + Bug.desk) func bugIsFound(_ bug: Bug) {
        let texts = failures {
            exploreSchedules(Self.tries, seed: 1) { try bug.use($0, false, .test(TestWorld(schedule: $0))) }
        }
        #expect(texts.count == 1)
    }

    @Test(arguments: Bug.corpus + Bug.kinds + Bug.desk) func fixedTwinPasses(_ bug: Bug) {
        let texts = failures {
            exploreSchedules(hasFewRounds ? 200 : Self.tries) {
                try bug.use($0, true, .test(TestWorld(schedule: $0)))
            }
        }
        #expect(texts == [])
    }

    /// Prints a table: the schedules until each bug was found, the processor time of a passing schedule, and the
    /// rounds until a real store showed the bug on busy threads.
    ///
    /// The rounds of a real store depend on chance, so nothing is checked. `REX_CORPUS=1` enables the table.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REX_CORPUS"] != nil)) func table() async {
        await awaitThreads(1) { _ in Self.printTable() }
    }

    private static func printTable() {
        print(
            "| bug | schedules until it was found, median and most of 20 seeds | processor µs a schedule | rounds in a real store |"
        )
        print("|---|---|---|---|")
        var (medians, largest, times): ([Int], [Int], [Int]) = ([], [], [])
        for bug in Bug.corpus + Bug.kinds + Bug.desk {
            let schedules = (1...20).map { schedulesUntilFound(bug, seed: $0) }.sorted()
            let time = microseconds(of: bug)
            medians.append(schedules[10])
            largest.append(schedules[19])
            times.append(time)
            print("| \(bug.name) | \(schedules[10]), \(schedules[19]) | \(time) | \(roundsOnBusyThreads(of: bug)) |")
        }
        func range(_ values: [Int]) -> String {
            let sorted = values.sorted()
            return "\(sorted[0]) to \(sorted[sorted.count - 1]), half of them up to \(sorted[sorted.count / 2 - 1])"
        }
        print("Medians: \(range(medians)). Most: \(range(largest)). Microseconds: \(range(times)).")
    }

    private static func schedulesUntilFound(_ bug: Bug, seed: UInt64) -> Int {
        let text = failures {
            exploreSchedules(100_000, seed: seed) { try bug.use($0, false, .test(TestWorld(schedule: $0))) }
        }
        let number = text.first?.firstMatch(of: /Schedule ([0-9]+) of/).flatMap { Int($0.1) }
        return number ?? 100_000
    }

    /// Returns the processor time of a schedule of the fixed twin.
    private static func microseconds(of bug: Bug) -> Int {
        let start = clock()
        let explored = exploreSchedules(1_000) { try bug.use($0, true, .test(TestWorld(schedule: $0))) }
        return Int(clock() - start) * 1_000_000 / Int(CLOCKS_PER_SEC) / explored.count
    }

    private static func roundsOnBusyThreads(of bug: Bug) -> String {
        let isOver = Lock(false)
        let threads = (0..<2).map { _ in JoinableThread { while !isOver.withLock({ $0 }) {} } }
        defer {
            isOver.withLock { $0 = true }
            for thread in threads { thread.join() }
        }
        return rounds(of: bug)
    }

    /// Returns the number of rounds until a real store showed the bug, as text.
    private static func rounds(of bug: Bug) -> String {
        if case .cannot(let reason) = bug.realStores { return "none: \(reason)" }
        for round in 1...3_000 {
            var isSeen = false
            // A real store does not use the schedule, which is reported as a failure.
            _ = failures {
                exploreSchedules(1, seed: UInt64(round)) { schedule in
                    do { try bug.use(schedule, false, .real(tasks: Lock(0))) } catch { isSeen = true }
                }
            }
            if isSeen { return "\(round)" }
        }
        return "none of 3,000"
    }
}
