// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import RexTesting
import Testing

/// Compares random programs of a cache with the model.
///
/// `CacheProgram` is the user, `CachePage` the app with one cache, and `CacheServer` the server. Its
/// answers have a version, which each invalidation raises, so an answer that is too old is recognised.
/// `CacheModel` is the expected cache. The page's reducer compares it with the real one after each
/// action, and adds each difference to `complaints`. ``RequestProgramTests`` explains how to read and
/// repeat a failure.
@Suite struct RequestsModelTests {
    private static let tasks = 2

    /// The number of programs of each task.
    private static var count: Int {
        if let number = ProcessInfo.processInfo.environment["REX_PROGRAMS"].flatMap(Int.init) { return number / tasks }
        return (hasFewRounds ? 300 : 100_000) / tasks
    }

    @Test(arguments: 0..<tasks) func randomProgramsMatchTheModel(task: Int) {
        var actions = 0
        exploreSchedules(Self.count, seed: UInt64(task * 1_000_000_000)) { schedule in
            var program = CacheProgram(schedule)
            actions += program.run()
        }
        #expect(actions > 3 * Self.count)
    }
}
