// SPDX-License-Identifier: MIT

import RexCore

/// The data of a test world, which its lock protects.
struct WorldContents {
    var ready = ReadyQueue()
    var timers = TimerQueue()
    var runs = RunRegistry()
    var killed = KilledStores()
    /// The number of the newest store.
    var lastStore = 0
    /// The thread that takes steps now, or 0.
    var driver: UInt = 0
    /// The run whose step is being taken.
    var current: ActiveRun?
    /// The number of stores that are processing an action.
    var processing = 0
    /// For each thread that runs the job of a yield, the job of the task that it has resumed, or nil
    /// if it has resumed none yet.
    var yields: [UInt: UnownedJob?] = [:]
    /// Whether the test itself is dispatching.
    var isSending = false
    /// The functions to call when another thread has added a step.
    var watchers: [Int: @Sendable () -> Void] = [:]
    var lastWatcher = 0
    /// Whether the world has ended, so that no thread takes steps.
    var isOver = false

    /// Returns whether steps are ready and all of them may be late until a deadline.
    func mayBeLate(until deadline: Duration, by lateness: Duration?) -> Bool {
        guard let lateness, !ready.isEmpty else { return false }
        // The first steps have waited longest.
        return ready.first200.allSatisfy { $0.moment + lateness >= deadline }
    }
}

/// The killed stores of a test world.
struct KilledStores {
    var stores: Set<Int> = []
    /// The steps of killed stores, which run after the end of the world.
    var steps: [ReadyQueue.Step] = []
    /// The objects that are kept until the end of the world, since releasing them has effects.
    var objects: [AnyObject] = []
    /// The functions to call after a store was killed.
    var observers: [@Sendable () -> Void] = []

    func contains(_ store: Int) -> Bool { stores.contains(store) }
}
