// SPDX-License-Identifier: MIT

public import RexCore

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// async let woken: Void = clock.sleep(until: TestClock.Instant(offset: .seconds(5)))
/// clock.advance(by: .seconds(5))
/// try await woken
/// ```
///
/// A ``TestStore`` advances its own clock, and takes the steps of the tasks that wake. A clock
/// without a store only wakes the tasks. Their code then runs on its usual executor, so a test has
/// to wait for its result.
public struct TestClock: Clock, VirtualTime {
    /// A time, as the duration since the beginning of the clock.
    public struct Instant: InstantProtocol {
        /// The duration since the beginning of the clock.
        public let offset: Duration

        /// Makes the time that is `offset` after the beginning of the clock.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// Returns the time that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration from this time to the other one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether the left time is earlier.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    let world: WorldCore

    /// Makes a clock of its own.
    ///
    /// Its time is zero.
    public init() {
        self.init(WorldCore())
    }

    init(_ world: WorldCore) {
        self.world = world
    }

    /// The current time.
    public var now: Instant { Instant(offset: world.now) }

    /// The time since the beginning of the test.
    public var elapsed: Duration { world.now }

    /// Zero, since the clock distinguishes any two times.
    public var minimumResolution: Duration { .zero }

    /// Waits until the clock is advanced to the deadline or beyond.
    ///
    /// If the deadline is over, waits for one step, so that other tasks can continue.
    ///
    /// Tasks with the same deadline wake in the order in which they fell asleep. The tolerance is
    /// ignored.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled, or when the test is over,
    ///   which also cancels the task.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleep { deadline.offset }
    }

    /// Waits like `sleep(until:tolerance:)`, until a deadline that may become later.
    ///
    /// `deadline` is called under a lock of the clock.
    ///
    /// - Throws: `CancellationError`, as `sleep(until:tolerance:)` does.
    public func sleep(until deadline: @escaping @Sendable () -> Duration) async throws {
        guard deadline() > elapsed, !Task.isCancelled else {
            // A task that sleeps in a loop must not keep the test from continuing.
            await Task.yield()
            return try Task.checkCancellation()
        }
        let number = world.newNumber()
        try await withTaskCancellationHandler {
            do {
                try await withCheckedThrowingContinuation { continuation in
                    guard world.add(.sleeper(continuation), at: deadline(), number: number) else {
                        return continuation.resume(throwing: CancellationError())
                    }
                    if Task.isCancelled { wake(number) }
                }
            } catch {
                // A task that only checks for cancellation would never end.
                if world.isOver { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                throw error
            }
        } onCancel: {
            wake(number)
        }
    }

    private func wake(_ number: Int) {
        guard case .sleeper(let continuation) = world.removeEvent(number) else { return }
        continuation.resume(throwing: CancellationError())
    }

    /// Advances the clock, and does the work of each deadline on the way.
    ///
    /// - Precondition: The duration is not negative.
    public func advance(by duration: Duration) {
        precondition(
            duration >= .zero,
            "TestClock.advance(by: \(duration)): the duration is negative. Pass zero or more."
        )
        let end = world.now + duration
        world.drainOrStop()
        var moves = 0
        while let moment = world.nextDeadline, moment <= end {
            moves = moment > world.now ? 0 : moves + 1
            world.stop(unless: moves < WorldCore.stepLimit)
            world.move(to: moment)
            world.drainOrStop()
        }
        world.move(to: end)
    }

    /// Advances the clock to the next deadline.
    ///
    /// Returns whether there was one.
    @discardableResult
    public func advance() -> Bool {
        world.drainOrStop()
        guard let moment = world.nextDeadline else { return false }
        world.move(to: moment)
        world.drainOrStop()
        return true
    }
}

extension WorldCore {
    /// Takes all steps.
    ///
    /// Traps if they do not end.
    func drainOrStop() {
        stop(unless: drain())
    }

    fileprivate func stop(unless hasEnd: Bool) {
        precondition(
            hasEnd,
            "Work of a test scheduler never ends at \(now): each step schedules another one without delay."
        )
    }
}

// Work of a scheduler of publishers, which follows the clock.

extension TestClock {
    /// Adds work that is done when the test continues.
    ///
    /// Returns false if the world has ended.
    package func addWork(_ body: @escaping () -> Void) -> Bool { world.add(.scheduler, body) }

    /// Adds work that is done at a time.
    ///
    /// Returns false if the world has ended.
    package func addWork(at moment: Duration, as number: Int, _ body: @escaping () -> Void) -> Bool {
        world.add(.work(body), at: moment, number: number)
    }

    /// Returns the number of new work.
    package func newWork() -> Int { world.newNumber() }

    package func removeWork(_ number: Int) { _ = world.removeEvent(number) }
}
