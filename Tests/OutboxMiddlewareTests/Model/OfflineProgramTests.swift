// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Random programs of ``TwoLists`` on a disk that fails, decays, loses power and is restored from backups.
///
/// There is no model. Whenever everything was sent, a list that is not stale shows the rows of the server,
/// and so does a stale one after a single pull.
@Suite struct OfflineProgramTests {
    @Test func eachListShowsTheServersRowsOrIsStale() {
        let counts = Lock<[String: Int]>([:])
        let programCount = max(100, programCount / 3)
        exploreSchedules(programCount) { schedule in
            let program = OfflineProgram(schedule)
            for _ in 0..<schedule.int(in: 1...20, "steps") { try program.step() }
            try program.end()
            let found = program.counts
            counts.withLock { $0.merge(found, uniquingKeysWith: +) }
        }
        let found = counts.withLock { $0 }
        // An event that never occurred was not tested. Some of them are too rare for a few programs.
        let rare = OfflineProgram.events.filter { found[$0] ?? 0 < programCount / 1_000 }
        #expect(rare.isEmpty, "\(found)")
    }
}
