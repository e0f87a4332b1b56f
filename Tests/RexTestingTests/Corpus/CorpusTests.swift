// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Typical bugs of apps: each bug is found, and nothing is found in its fixed twin.
@Suite struct CorpusTests {
    private static let tries = 2_000

    @Test func corpusHasTwentyBugsAndTwelveOfOtherKinds() {
        #expect(Bug.corpus.count == 20 && Bug.kinds.count == 12)
        #expect(Set((Bug.corpus + Bug.kinds).map(\.name)).count == 32)
    }

    @Test(arguments: Bug.corpus + Bug.kinds) func bugIsFound(_ bug: Bug) {
        let texts = failures {
            exploreSchedules(Self.tries, seed: 1) { try bug.use($0, false, .test(TestWorld(schedule: $0))) }
        }
        #expect(texts.count == 1)
    }

    @Test(arguments: Bug.corpus + Bug.kinds) func fixedTwinPasses(_ bug: Bug) {
        let texts = failures {
            exploreSchedules(hasFewRounds ? 200 : Self.tries) {
                try bug.use($0, true, .test(TestWorld(schedule: $0)))
            }
        }
        #expect(texts == [])
    }

    /// Prints a table: the schedules until each bug was found, and the rounds until a real store showed it on busy threads.
    ///
    /// The rounds of a real store depend on chance, so nothing is checked. `REX_CORPUS=1` enables the table.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REX_CORPUS"] != nil)) func table() async {
        await awaitThreads(1) { _ in Self.printTable() }
    }

    private static func printTable() {
        let isOver = Lock(false)
        let threads = (0..<2).map { _ in JoinableThread { while !isOver.withLock({ $0 }) {} } }
        defer {
            isOver.withLock { $0 = true }
            for thread in threads { thread.join() }
        }
        print("| bug | schedules until it was found and small | seconds | rounds in a real store |\n|---|---|---|---|")
        for bug in Bug.corpus {
            let tries = Lock(0)
            let start = ContinuousClock().now
            _ = failures {
                exploreSchedules(100_000) { schedule in
                    tries.withLock { $0 += 1 }
                    try bug.use(schedule, false, .test(TestWorld(schedule: schedule)))
                }
            }
            let seconds = (ContinuousClock().now - start) / .seconds(1)
            print("| \(bug.name) | \(tries.withLock { $0 }) | \(seconds) | \(rounds(of: bug)) |")
        }
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
