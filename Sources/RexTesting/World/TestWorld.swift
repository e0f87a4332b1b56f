// SPDX-License-Identifier: MIT

public import RexCore

/// The time, the tasks and the chance that a test moves, for stores and for what is there before
/// them.
///
/// ```swift
/// let world = TestWorld(schedule: schedule)
/// let server = FakeServer(clock: world.clock)
/// let test = TestStore(initialState: Chat(), reducer: chat, middleware: sync(server), in: world)
/// ```
///
/// Several stores may be in one world: one after another, or at once. All worlds of one schedule
/// that is explored are one. When the last reference to it has gone, or the exploring has come to
/// the next schedule, the world ends: what sleeps by its clock then wakes with a
/// `CancellationError`, its task cancelled, and what was ready goes on elsewhere.
public final class TestWorld: Sendable {
    let core: WorldCore
    let schedule: Schedule
    private let numbers = Lock<UInt64>(0)

    /// Makes a world in which nothing has happened yet.
    ///
    /// - Parameter schedule: in which order steps are taken, and whatever else may be one way or
    ///   another.
    public init(schedule: Schedule = .inOrder) {
        self.schedule = schedule
        core = schedule.exploration?.world ?? WorldCore()
    }

    deinit {
        if schedule.exploration == nil { core.end() }
    }

    /// The clock that the test moves.
    public var clock: TestClock { TestClock(core) }

    #if canImport(Dispatch)
    /// A scheduler of publishers with the time of ``clock``.
    public var scheduler: TestScheduler { TestScheduler(clock: clock) }
    #endif

    /// Random numbers: the same each time in order, and where schedules are explored those of the
    /// schedule.
    public var random: RandomSource {
        RandomSource { [schedule, numbers] in
            let number =
                schedule.exploration?.nextNumber()
                ?? numbers.withLock { number in
                    number += 1
                    return number
                }
            return schedule.random(number)
        }
    }
}
