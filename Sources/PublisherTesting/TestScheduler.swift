// SPDX-License-Identifier: MIT

// The time of this scheduler is that of a dispatch queue.
#if canImport(Dispatch)
public import Dispatch
public import PublisherKit
import RexCore
public import RexTesting

/// A scheduler of publishers that follows a `TestClock`.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let ticks = Just("tea").delay(for: .seconds(180), scheduler: scheduler).sink { print($0) }
/// scheduler.clock.advance(by: .seconds(180))  // prints tea
/// ```
///
/// It has the times of a `DispatchQueue`, so it can replace a queue anywhere in an app. Work runs
/// on the thread that advances the clock. The scheduler of a `TestStore` is that of its
/// `TestWorld`.
public struct TestScheduler: Scheduler, Sendable {
    /// A time of a dispatch queue.
    public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    /// The type of options.
    ///
    /// The scheduler has no options.
    public typealias SchedulerOptions = Never

    /// The clock of the scheduler.
    public let clock: TestClock

    /// Makes a scheduler that follows a clock, or a new clock.
    public init(clock: TestClock = TestClock()) {
        self.clock = clock
    }

    /// The current time of the clock.
    public var now: SchedulerTimeType { Self.time(of: clock.elapsed) }

    /// Zero, since work is done exactly at its deadline.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Schedules work for the current time.
    ///
    /// It is done when the test continues.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        if !clock.addWork(action) { action() }
    }

    /// Schedules work for a later time of the clock.
    public func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) {
        _ = clock.addWork(at: Self.offset(of: date), as: clock.newWork(), action)
    }

    /// Schedules work for a later time of the clock, and again after each interval until it is
    /// cancelled.
    ///
    /// - Precondition: The interval is longer than zero.
    public func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        precondition(interval > 0, "The interval \(interval) is not positive. Pass an interval longer than zero.")
        let timer = Repetition(clock, every: .nanoseconds(interval.magnitude), action)
        timer.wait(until: Self.offset(of: date))
        return AnyCancellable { timer.cancel() }
    }

    /// The time of a queue that stands for zero.
    ///
    /// A queue would take zero itself for the current time.
    private static let beginning: UInt64 = 1_000_000_000

    private static func time(of offset: Duration) -> SchedulerTimeType {
        let (seconds, attoseconds) = offset.components
        // Times that a queue cannot represent become the latest one.
        let most = UInt64(Int64.max) / 1_000_000_000 - 2
        let nanoseconds = min(UInt64(seconds), most) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        return SchedulerTimeType(DispatchTime(uptimeNanoseconds: beginning + nanoseconds))
    }

    private static func offset(of date: SchedulerTimeType) -> Duration {
        .nanoseconds(Int64(clamping: date.dispatchTime.uptimeNanoseconds) - Int64(beginning))
    }
}

extension TestWorld {
    /// A scheduler of publishers that follows the world's clock.
    public var scheduler: TestScheduler { TestScheduler(clock: clock) }
}

/// Repeated work on the thread of the test.
///
/// It can be cancelled on any thread.
private final class Repetition {
    private let clock: TestClock
    private let interval: Duration
    private let action: () -> Void
    private let number: Int
    private let isCancelled = Lock(false)

    init(_ clock: TestClock, every interval: Duration, _ action: @escaping () -> Void) {
        self.clock = clock
        self.interval = interval
        self.action = action
        number = clock.newWork()
    }

    /// Schedules the work for a deadline.
    ///
    /// Returns false if the work was cancelled.
    @discardableResult
    func wait(until moment: Duration) -> Bool {
        let work = { if self.wait(until: moment + self.interval) { self.action() } }
        return isCancelled.withLock { isCancelled in
            !isCancelled && clock.addWork(at: moment, as: number, work)
        }
    }

    func cancel() {
        isCancelled.withLock { $0 = true }
        clock.removeWork(number)
    }
}
#endif
