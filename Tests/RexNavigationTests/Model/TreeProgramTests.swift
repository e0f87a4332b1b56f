// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The invariants of the lifts and of the view, in random programs under random schedules.
///
/// Roles:
/// - `Tree`: the app under test. A root shows a sheet, a stack and an alert, whose screens do the
///   same, three levels deep. Each screen has effects, also some that ignore their cancellation.
/// - `TreeMove`: an action in plain form, with the address of its screen.
/// - `TreeNode`: the model, computed from the documentation alone, without the module's containers.
/// - `TreeWatch`: the observer. After each action it compares the store with the model, and checks
///   that exactly the effects of screens that are there go on.
/// - `TreeUser`: the user, with a hostile view of the root's sheet and one of the root's stack.
///
/// A failed program is shrunk and printed. To repeat it, replace the arguments of `exploreSchedules` by
/// those in the first line, such as `exploreSchedules(1, seed: 7)`. `REX_PROGRAMS=1000` sets the number
/// of programs.
@Suite struct TreeProgramTests {
    private static let tasks = 2

    private static let count: Int = {
        if let number = ProcessInfo.processInfo.environment["REX_PROGRAMS"].flatMap(Int.init) { return number }
        return hasFewRounds ? 100 : 100_000
    }()

    @Test(arguments: 0..<tasks) func screensAndTheirEffectsBehaveLikeTheModel(task: Int) {
        let counts = Lock<[String: Int]>([:])
        let count = Self.count / Self.tasks
        // An exploration remembers all schedules that it has tried.
        for start in stride(from: 0, to: count, by: 5_000) {
            let seed = UInt64(task * 1_000_000_000 + start)
            let explored = exploreSchedules(min(5_000, count - start), seed: seed) { schedule in
                let user = TreeUser(.schedule(schedule), schedule)
                for _ in 0..<schedule.int(in: 0...30, "steps") { try user.step() }
                try user.finish()
                counts.withLock { $0.merge(user.watch.counts, uniquingKeysWith: +) }
            }
            guard explored.shrinkingTime == .zero else { return }
        }
        let found = counts.withLock { $0 }
        for depth in 0...3 { #expect(found["depth \(depth)"] ?? 0 > count / 4) }
        for event in ["was refused", "ended with a result", "went on when its screen was gone"] {
            #expect(found[event] ?? 0 > count / 4, "\(event)")
        }
        #expect(found["was a refused result"] ?? 0 > count / 100)
    }

    @Test func aProgramBehavesLikeTheModelUnderEachSchedule() {
        for seed in 0..<UInt64(hasFewRounds ? 4 : min(100, Self.count / 25)) {
            let explored = exploreSchedules(hasFewRounds ? 5 : 100, seed: seed) { schedule in
                let user = TreeUser(.seed(SeededGenerator(seed: seed)), schedule)
                for _ in 0..<25 { try user.step() }
                try user.finish()
            }
            // The other programs usually fail as well, and shrinking takes longer than trying.
            guard explored.shrinkingTime == .zero else { return }
        }
    }
}
