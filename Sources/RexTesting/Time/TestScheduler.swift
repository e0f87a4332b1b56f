// SPDX-License-Identifier: MIT

// Its time is that of a queue.
#if canImport(Dispatch)
public import Dispatch
public import PublisherKit
import RexCore

/// A scheduler of publishers whose time a test moves: that of a ``TestClock``.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let ticks = Just("tea").delay(for: .seconds(180), scheduler: scheduler).sink { print($0) }
/// scheduler.clock.advance(by: .seconds(180))  // prints tea
/// ```
///
/// Its moments are those of a `DispatchQueue`, so it fits wherever an app would pass a queue. Work
/// is done on the thread that moves the time. That of a ``TestStore`` is found in its
/// ``TestEnvironment``.
public struct TestScheduler: Scheduler, Sendable {
    /// A moment of a dispatch queue.
    public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    /// The options, of which there are none.
    public typealias SchedulerOptions = Never

    /// The clock that has its time.
    public let clock: TestClock

    /// Makes a scheduler with the time of a clock; without one it has its own.
    public init(clock: TestClock = TestClock()) {
        self.clock = clock
    }

    /// The moment at which the clock stands.
    public var now: SchedulerTimeType { Self.time(of: clock.world.now) }

    /// Zero: work is done at the very moment that was requested.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Does the work at this moment of the clock, when the test goes on.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        if !clock.world.add(.scheduler, action) { action() }
    }

    /// Does the work when the clock has been moved to the moment.
    public func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) {
        let world = clock.world
        _ = world.add(.work(action), at: Self.offset(of: date), number: world.newNumber())
    }

    /// Does the work when the clock has been moved to the moment, and again after each interval,
    /// until it is cancelled.
    ///
    /// - Precondition: The interval is longer than zero.
    public func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        precondition(interval > 0, "Work was to be repeated without a pause: give an interval longer than zero.")
        let timer = Repetition(clock.world, every: .nanoseconds(interval.magnitude), action)
        timer.wait(until: Self.offset(of: date))
        return AnyCancellable { timer.cancel() }
    }

    /// A queue takes a time of zero for now, so the clock begins a second later.
    private static let beginning: UInt64 = 1_000_000_000

    private static func time(of offset: Duration) -> SchedulerTimeType {
        let (seconds, attoseconds) = offset.components
        // Later than a queue can tell is as late as it can.
        let most = UInt64(Int64.max) / 1_000_000_000 - 2
        let nanoseconds = min(UInt64(seconds), most) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        return SchedulerTimeType(DispatchTime(uptimeNanoseconds: beginning + nanoseconds))
    }

    private static func offset(of date: SchedulerTimeType) -> Duration {
        .nanoseconds(Int64(clamping: date.dispatchTime.uptimeNanoseconds) - Int64(beginning))
    }
}

/// Work that is repeated on the thread of the test, until it is cancelled on any.
private final class Repetition {
    private let world: WorldCore
    private let interval: Duration
    private let action: () -> Void
    private let number: Int
    private let isCancelled = Lock(false)

    init(_ world: WorldCore, every interval: Duration, _ action: @escaping () -> Void) {
        self.world = world
        self.interval = interval
        self.action = action
        number = world.newNumber()
    }

    /// Does the work at that moment; false if it is cancelled.
    @discardableResult
    func wait(until moment: Duration) -> Bool {
        let work = { if self.wait(until: moment + self.interval) { self.action() } }
        return isCancelled.withLock { isCancelled in
            !isCancelled && world.add(.work(work), at: moment, number: number)
        }
    }

    func cancel() {
        isCancelled.withLock { $0 = true }
        _ = world.removeEvent(number)
    }
}
#endif
