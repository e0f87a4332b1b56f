// SPDX-License-Identifier: MIT

import RexCore

/// A task-local value of a run, which each `Task { }` that it starts inherits.
///
/// It is released when the last of these tasks has ended, so a task that outlives its run is known.
final class RunMark: Sendable {
    @TaskLocal static var current: RunMark?

    let run: ActiveRun
    private let world: WorldCore

    init(_ run: ActiveRun, in world: WorldCore) {
        (self.run, self.world) = (run, world)
        world.mark(run)
    }

    deinit { world.unmark(run) }
}
