// SPDX-License-Identifier: MIT

import RexCore

/// The sleeps of a clock, for which a task wakes up only at the earliest deadline.
///
/// The runtime keeps a cancelled `Task.sleep` in memory until its deadline. This queue releases a
/// cancelled sleep at once.
package struct SleepQueue<ClockType: Clock>: Sendable where ClockType.Duration == Duration {
    private let start: ClockType.Instant
    private let queue: DeadlineQueue

    package init(_ clock: ClockType) {
        let start = clock.now
        self.start = start
        queue = DeadlineQueue(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        )
    }

    /// Sleeps until a deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    package func sleep(until deadline: ClockType.Instant) async throws {
        try await queue.sleep(until: start.duration(to: deadline))
    }
}

/// The queue of ``SleepQueue``, whose times are durations since its creation.
///
/// It isn't generic, since it would be compiled once more for each clock.
private final class DeadlineQueue: Sendable {
    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct State {
        /// A binary heap, earliest first.
        ///
        /// Cancelled sleeps stay until they are half of it.
        var entries: [Entry] = []
        var cancelled = 0
        /// The deadlines of the tasks that wake up, latest first.
        ///
        /// The last one is not later than any sleep's.
        var wakeUps: [Duration] = []

        /// Adds and returns the deadline of a new task if none wakes up early enough.
        mutating func nextWakeUp() -> Duration? {
            while let first = entries.first, first.sleep.continuation == nil {
                removeFirst()
                cancelled -= 1
            }
            guard let first = entries.first, wakeUps.last.map({ first.deadline < $0 }) ?? true else { return nil }
            wakeUps.append(first.deadline)
            return first.deadline
        }

        mutating func takeContinuations(dueAt now: Duration) -> [Continuation] {
            var due: [Continuation] = []
            while let first = entries.first, first.deadline <= now {
                removeFirst()
                if let continuation = first.sleep.continuation.take() {
                    due.append(continuation)
                } else {
                    cancelled -= 1
                }
            }
            return due
        }

        mutating func compact() {
            guard needsCompaction(slots: entries.count, elements: entries.count - cancelled) else { return }
            entries.removeAll { $0.sleep.continuation == nil }
            for index in entries.indices { rise(index) }
            cancelled = 0
        }

        mutating func rise(_ start: Int) {
            var index = start
            while index > 0, entries[index].deadline < entries[(index - 1) / 2].deadline {
                entries.swapAt(index, (index - 1) / 2)
                index = (index - 1) / 2
            }
        }

        mutating func removeFirst() {
            entries.swapAt(0, entries.count - 1)
            entries.removeLast()
            var index = 0
            while true {
                var child = 2 * index + 1
                guard child < entries.count else { return }
                if child + 1 < entries.count, entries[child + 1].deadline < entries[child].deadline { child += 1 }
                guard entries[child].deadline < entries[index].deadline else { return }
                entries.swapAt(index, child)
                index = child
            }
        }
    }

    private struct Entry {
        let deadline: Duration
        let sleep: Sleep
    }

    /// Unchecked Sendable because of its variable, which is only used under the lock of the queue.
    private final class Sleep: @unchecked Sendable {
        /// Nil before the sleep and after its end.
        var continuation: Continuation?
    }

    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (_ deadline: Duration) async throws -> Void
    private let state = Lock(State())

    init(
        now: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (_ deadline: Duration) async throws -> Void
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    func sleep(until deadline: Duration) async throws {
        try Task.checkCancellation()
        let sleep = Sleep()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                add(sleep, until: deadline, continuation)
                // A cancellation ahead of `add` has found no continuation.
                if Task.isCancelled { cancel(sleep) }
            }
        } onCancel: {
            cancel(sleep)
        }
    }

    private func add(_ sleep: Sleep, until deadline: Duration, _ continuation: Continuation) {
        let wakeUp = state.withLock { state in
            sleep.continuation = continuation
            state.entries.append(Entry(deadline: deadline, sleep: sleep))
            state.rise(state.entries.count - 1)
            return state.nextWakeUp()
        }
        if let wakeUp { start(wakeUp) }
    }

    private func cancel(_ sleep: Sleep) {
        let continuation = state.withLock { state -> Continuation? in
            guard let continuation = sleep.continuation.take() else { return nil }
            state.cancelled += 1
            state.compact()
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Starts a task that ends the sleeps that are due at a deadline.
    private func start(_ wakeUp: Duration) {
        Task.detached { [self] in
            try? await sleep(wakeUp)
            endSleeps(at: wakeUp)
        }
    }

    private func endSleeps(at wakeUp: Duration) {
        let now = max(now(), wakeUp)
        let (due, next) = state.withLock { state in
            state.wakeUps.removeAll { $0 == wakeUp }
            return (state.takeContinuations(dueAt: now), state.nextWakeUp())
        }
        if let next { start(next) }
        for continuation in due { continuation.resume() }
    }
}

package let continuousSleeps = SleepQueue(ContinuousClock())
private let suspendingSleeps = SleepQueue(SuspendingClock())

/// Sleeps on the continuous clock.
///
/// Not generic, so that the queue is specialised.
package func sleepInQueue(until deadline: ContinuousClock.Instant) async throws {
    try await continuousSleeps.sleep(until: deadline)
}

extension Clock<Duration> {
    /// Sleeps until a deadline.
    ///
    /// On a clock of the system, a cancelled sleep holds no memory.
    package func sleepInQueue(until deadline: Instant) async throws {
        switch deadline {
        case let deadline as ContinuousClock.Instant where self is ContinuousClock:
            try await continuousSleeps.sleep(until: deadline)
        case let deadline as SuspendingClock.Instant where self is SuspendingClock:
            try await suspendingSleeps.sleep(until: deadline)
        default: try await sleep(until: deadline, tolerance: nil)
        }
    }

    package func sleepInQueue(for duration: Duration) async throws {
        try await sleepInQueue(until: now.advanced(by: duration.sleepable))
    }
}
