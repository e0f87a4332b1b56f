// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The executor of a task, its child tasks, and the actors that they call.
///
/// It adds their steps to a world.
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
        // The job of an actor may be for other callers too, so it survives a kill of the store.
        let isTaken = world.add(subject, survives: !isTask && !isYield) { [self] in
            // After the test, its thread takes no more steps.
            guard !world.isOver else { return globalConcurrentExecutor.enqueue(job) }
            isYield ? runYield(job) : unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
        // Without an executor, the task would never end.
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs the job of a yield and the following job of the task as one step.
    ///
    /// The job of the yield alone does nothing, so its order does not matter.
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

    /// Starts a task of a store.
    ///
    /// The test takes its steps.
    static func startTask(
        in world: WorldCore,
        of store: Int,
        from source: ActionSource?,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let run = world.begin(source, of: store)
        // If another run starts this one, it must not inherit that run's mark.
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
