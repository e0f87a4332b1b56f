// SPDX-License-Identifier: MIT

public import RexCore

/// The time, the tasks and the random numbers of a test, for its stores and for everything before
/// and beside them.
///
/// ```swift
/// let world = TestWorld(schedule: schedule)
/// let server = FakeServer(clock: world.clock)
/// let test = TestStore(initialState: Chat(), reducer: chat, middleware: sync(server), in: world)
/// ```
///
/// A world may contain several stores, in sequence or at the same time. All worlds of an explored
/// schedule are the same world.
///
/// Let dependencies capture ``clock`` or ``random`` instead of the world. A killed
/// store exists until its world ends, so a world that its dependencies capture never ends.
///
/// The world ends when its last reference is released, or when the exploration comes to the next
/// schedule. Then tasks that sleep by its clock are cancelled and wake with a `CancellationError`,
/// and ready steps continue off the thread of the test.
public final class TestWorld: Sendable {
    let core: WorldCore
    let schedule: Schedule
    private let numbers = Lock<UInt64>(0)

    /// Makes an empty world.
    ///
    /// - Parameter schedule: The order of ready steps, and the random numbers.
    public init(schedule: Schedule = .inOrder) {
        self.schedule = schedule
        core = schedule.exploration?.world ?? WorldCore()
    }

    deinit {
        if schedule.exploration == nil { core.end() }
    }

    /// The clock that the test advances.
    public var clock: TestClock { TestClock(core) }

    /// Random numbers.
    ///
    /// Without an exploration they are the same each time, otherwise the schedule decides.
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
