// SPDX-License-Identifier: MIT

import RexCore

/// A task-local value of a run that each `Task { }` in it inherits.
///
/// It is released when the last of these tasks has ended. So the world knows of tasks that outlive
/// their run.
final class RunMark: Sendable {
    @TaskLocal static var current: RunMark?

    let run: ActiveRun
    private let world: WorldCore

    init(_ run: ActiveRun, in world: WorldCore) {
        (self.run, self.world) = (run, world)
        run.setMarked(true)
    }

    deinit {
        // First the flag: a run that ends between these two calls must not be added to the escaped ones.
        run.setMarked(false)
        world.didEndTasks(of: run)
    }
}
