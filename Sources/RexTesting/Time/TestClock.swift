// SPDX-License-Identifier: MIT

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// async let woken: Void = clock.sleep(until: TestClock.Instant(offset: .seconds(5)))
/// clock.advance(by: .seconds(5))
/// try await woken
/// ```
///
/// That of a ``TestStore`` is moved by the store, which also takes the steps of the tasks that
/// wake. Alone, the clock only wakes them: what they do then happens where it would without it, so
/// a test waits for its result.
public struct TestClock: Clock, Sendable {
    /// A moment, as the time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// Makes a moment that comes so long after the clock was made.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The moment that comes so much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this moment to the other one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// True if the left moment is earlier.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    let world: WorldCore

    /// Makes a clock of its own, which stands at zero.
    public init() {
        self.init(WorldCore())
    }

    init(_ world: WorldCore) {
        self.world = world
    }

    /// The moment at which it stands.
    public var now: Instant { Instant(offset: world.now) }

    /// Zero: it tells any two moments apart.
    public var minimumResolution: Duration { .zero }

    /// Returns when the clock has been moved to the moment or beyond; if it stands there, after a
    /// step, in which others may go on.
    ///
    /// Those that sleep until the same moment are woken in the order in which they fell asleep. The
    /// tolerance is not used.
    ///
    /// - Throws: `CancellationError`, as soon as the task is cancelled, or the test is over: the
    ///   task is cancelled then.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleep(until: deadline, number: world.newNumber())
    }

    /// Sleeps as an event of this number.
    func sleep(until deadline: Instant, number: Int) async throws {
        guard deadline > now, !Task.isCancelled else {
            // One that sleeps again and again is not to keep the test from going on.
            await Task.yield()
            return try Task.checkCancellation()
        }
        try await withTaskCancellationHandler {
            do {
                try await withCheckedThrowingContinuation { continuation in
                    guard world.add(.sleeper(continuation), at: deadline.offset, number: number) else {
                        return continuation.resume(throwing: CancellationError())
                    }
                    if Task.isCancelled { wake(number) }
                }
            } catch {
                // One that looks at nothing but its cancellation would go on for ever.
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

    /// Moves the clock, stopping at each moment at which something is due.
    ///
    /// - Precondition: The duration is not negative: time does not go back.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A clock was to be moved by \(duration): time does not go back.")
        let end = world.now + duration
        world.drainOrStop()
        var moves = 0
        while let moment = world.nextMoment, moment <= end {
            moves = moment > world.now ? 0 : moves + 1
            world.stop(unless: moves < WorldCore.stepLimit)
            world.move(to: moment)
            world.drainOrStop()
        }
        world.move(to: end)
    }

    /// Moves the clock to the next moment at which something is due; whether there was one.
    @discardableResult
    public func advance() -> Bool {
        world.drainOrStop()
        guard let moment = world.nextMoment else { return false }
        world.move(to: moment)
        world.drainOrStop()
        return true
    }
}

extension WorldCore {
    /// Takes all steps, of which there has to be an end.
    func drainOrStop() {
        stop(unless: drain())
    }

    fileprivate func stop(unless hasEnd: Bool) {
        precondition(hasEnd, "Work of a test scheduler goes on without end at \(now): each step schedules another one.")
    }
}
