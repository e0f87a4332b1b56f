// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// Where the steps of one task go, and those of its child tasks and of the actors that they call:
/// to the test.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class RunExecutor: TaskExecutor {
    private let world: WorldCore
    private let subject: ReadyQueue.Subject
    /// The thread that runs the job of a yield, and the task that this job has resumed.
    private let yield = Lock((thread: UInt, resumed: UnownedJob?)?.none)

    init(_ world: WorldCore, _ subject: ReadyQueue.Subject) {
        self.world = world
        self.subject = subject
    }

    func enqueue(_ job: UnownedJob) {
        let pointer = unsafe unsafeBitCast(job, to: UnsafeRawPointer.self)
        let (isTask, isYield) = unsafe (rex_job_is_task(pointer), rex_job_is_yield(pointer))
        if isTask, isResumedByYield(job) { return }
        // What an actor has to do for others too is no part of the app.
        let isTaken = world.add(subject, survives: !isTask && !isYield) { [self] in
            // Once the test is over its thread has other things to do.
            guard !world.isOver else { return globalConcurrentExecutor.enqueue(job) }
            isYield ? runYield(job) : unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
        // A task that never went on would never end.
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs the job of a yield and what the task does then, as one step: the job itself does nothing
    /// that could come in another order.
    private func runYield(_ job: UnownedJob) {
        yield.withLock { $0 = (rex_thread(), nil) }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        let resumed = yield.withLock { $0.take()?.resumed }
        if let resumed { unsafe resumed.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func isResumedByYield(_ job: UnownedJob) -> Bool {
        yield.withLock { yield in
            guard yield?.thread == rex_thread(), yield?.resumed == nil else { return false }
            yield?.resumed = job
            return true
        }
    }

    /// Starts a task of a store, whose steps are taken when the test drains.
    static func startTask(
        in world: WorldCore,
        of store: Int,
        from source: ActionSource?,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let run = world.begin(source, of: store)
        // A run that another one starts does not belong to that one.
        let task = RunMark.$current.withValue(nil) {
            Task(executorPreference: RunExecutor(world, .run(run))) {
                await RunMark.$current.withValue(RunMark(run, in: world)) { await operation() }
                world.end(run)
            }
        }
        run.began(task)
        return task
    }
}
