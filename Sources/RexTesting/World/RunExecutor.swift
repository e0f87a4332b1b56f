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

    init(_ world: WorldCore, _ subject: ReadyQueue.Subject) {
        self.world = world
        self.subject = subject
    }

    func enqueue(_ job: UnownedJob) {
        let pointer = unsafe unsafeBitCast(job, to: UnsafeRawPointer.self)
        let (isTask, isYield) = unsafe (rex_job_is_task(pointer), rex_job_is_yield(pointer))
        if isTask, world.keepIfResumedByYield(job) { return }
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
        world.beginYield()
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        if let resumed = world.endYield() { unsafe resumed.runSynchronously(on: asUnownedTaskExecutor()) }
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
        func start() -> Task<Void, Never> {
            Task(executorPreference: RunExecutor(world, .run(run))) {
                await RunMark.$current.withValue(RunMark(run, in: world)) { await operation() }
                world.end(run)
            }
        }
        // If another run starts this one, it must not inherit that run's mark.
        let task = RunMark.current == nil ? start() : RunMark.$current.withValue(nil) { start() }
        run.began(task)
        return task
    }
}
