// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// Where the steps of one task go, and those of its child tasks and of the actors that they call:
/// to the test.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class RunExecutor: TaskExecutor {
    private let world: WorldCore
    private let subject: ReadyQueue.Subject

    init(_ world: WorldCore, _ subject: ReadyQueue.Subject) {
        self.world = world
        self.subject = subject
    }

    func enqueue(_ job: UnownedJob) {
        // What an actor has to do for others too is no part of the app.
        let isOfActor = unsafe !rex_job_is_task(unsafeBitCast(job, to: UnsafeRawPointer.self))
        let isTaken = world.add(subject, survives: isOfActor) { [self] in
            // Once the test is over its thread has other things to do.
            guard !world.isOver else { return globalConcurrentExecutor.enqueue(job) }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
        // A task that never went on would never end.
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
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
