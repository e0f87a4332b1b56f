// SPDX-License-Identifier: MIT

import RexCore

/// Where the steps of one run go, and those of its child tasks and of the actors that they call: to the test.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class RunExecutor: TaskExecutor {
    private let world: TestWorld
    private let run: OpenRun

    private init(_ world: TestWorld, _ run: OpenRun) {
        self.world = world
        self.run = run
    }

    func enqueue(_ job: UnownedJob) {
        let step = TestWorld.Step(subject: .run(run)) { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
        // The test is over. A task that never went on would never end.
        if !world.add(step) { globalConcurrentExecutor.enqueue(job) }
    }

    /// Starts a task whose steps are taken when the test drains.
    static func startTask(
        in world: TestWorld,
        from source: ActionSource?,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let run = world.begin { number, moment in OpenRun(number: number, source: source, beginning: moment) }
        let task = Task(executorPreference: RunExecutor(world, run)) {
            await operation()
            world.end(run)
        }
        run.began(task)
        return task
    }
}
