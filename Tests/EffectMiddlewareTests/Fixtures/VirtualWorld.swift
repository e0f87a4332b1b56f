// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport

/// A clock and task executor that a test controls.
///
/// Everything runs on the thread of the test.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class VirtualWorld: TaskExecutor, Clock {
    struct Instant: InstantProtocol, Hashable {
        var offset: Swift.Duration
        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        /// The order of sleepers with the same deadline; 0 for those that don't use `rest`.
        var rank = 0
        let wake: CheckedContinuation<Bool, Never>
    }

    private struct Content: ~Copyable {
        var now = Instant(offset: .zero)
        var jobs = Queue<UnownedJob>()
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
        var started = 0

        mutating func popFirstDue() -> CheckedContinuation<Bool, Never>? {
            let due = sleepers.filter { $0.value.deadline <= now }
            let first = due.min {
                ($0.value.deadline.offset, $0.value.rank, $0.key) < ($1.value.deadline.offset, $1.value.rank, $1.key)
            }
            return first.flatMap { sleepers.removeValue(forKey: $0.key)?.wake }
        }
    }

    private let content = Lock(Content())

    var now: Instant { content.withLock { $0.now } }
    let minimumResolution = Swift.Duration.zero
    /// The number of started tasks.
    var started: Int { content.withLock { $0.started } }
    var sleepers: Int { content.withLock { $0.sleepers.count } }
    /// The next deadline of a sleeper.
    var nextDeadline: Swift.Duration? { content.withLock { $0.sleepers.values.map(\.deadline.offset).min() } }

    var environment: StoreEnvironment {
        StoreEnvironment(clock: self) { [self] _, operation in
            content.withLock { $0.started += 1 }
            return Task(executorPreference: self, operation: operation)
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        content.withLock { $0.jobs.append(job) }
    }

    /// Runs jobs until none is ready.
    func drain() {
        while let job = content.withLock({ $0.jobs.popFirst() }) {
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Advances the time without waking sleepers, like a clock that is late.
    func pass(_ duration: Swift.Duration) {
        content.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    /// Advances the time and runs what becomes due, in order.
    func advance(by duration: Swift.Duration) {
        drain()
        let end = now.advanced(by: duration)
        while let next = nextDeadline, next <= end.offset {
            let due = content.withLock { content in
                content.now.offset = max(content.now.offset, next)
                let due = content.sleepers.filter { $0.value.deadline.offset <= next }.sorted { $0.key < $1.key }
                for (number, _) in due { content.sleepers[number] = nil }
                return due.map(\.value.wake)
            }
            for sleeper in due {
                sleeper.resume(returning: true)
                drain()
            }
        }
        content.withLock { $0.now = end }
    }

    /// Sets the time without waking sleepers.
    func jump(to instant: Instant) { content.withLock { $0.now = instant } }

    /// Runs jobs and wakes due sleepers one at a time: by deadline, rank, and the order in which
    /// they fell asleep.
    func settle() {
        drain()
        while let wake = content.withLock({ $0.popFirstDue() }) {
            wake.resume(returning: true)
            drain()
        }
    }

    /// Sleeps until it is woken, even if the duration is zero.
    func rest(for duration: Swift.Duration, rank: Int, isStubborn: Bool) async throws {
        let (number, deadline) = content.withLock { content in
            content.lastSleeper += 1
            return (content.lastSleeper, content.now.advanced(by: duration))
        }
        if !isStubborn { try Task.checkCancellation() }
        let isRested = await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                content.withLock { $0.sleepers[number] = Sleeper(deadline: deadline, rank: rank, wake: wake) }
            }
        } onCancel: {
            if isStubborn { return }
            content.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(returning: false)
        }
        if !isRested { throw CancellationError() }
    }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let number = content.withLock { content in
            content.lastSleeper += 1
            return content.lastSleeper
        }
        try Task.checkCancellation()
        let isRested = await withTaskCancellationHandler {
            await withCheckedContinuation { sleep(number, until: deadline, $0) }
        } onCancel: {
            content.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(returning: false)
        }
        if !isRested { throw CancellationError() }
    }

    /// Sleeps even if the task is cancelled.
    func sleepStubbornly(for duration: Swift.Duration) async {
        let (number, deadline) = content.withLock { content in
            content.lastSleeper += 1
            return (content.lastSleeper, content.now.advanced(by: duration))
        }
        _ = await withCheckedContinuation { sleep(number, until: deadline, $0) }
    }

    private func sleep(_ number: Int, until deadline: Instant, _ wake: CheckedContinuation<Bool, Never>) {
        let isDue = content.withLock { content in
            if deadline > content.now { content.sleepers[number] = Sleeper(deadline: deadline, wake: wake) }
            return deadline <= content.now
        }
        if isDue { wake.resume(returning: true) }
    }
}
