// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The ready steps, the time and the timers of a test.
///
/// Any thread may add steps. They only run on the thread of the test, one at a time, while it
/// drains the queue.
final class WorldCore: Sendable {
    /// The explored schedule, or nil for the normal order.
    let exploration: Exploration?
    let contents = Lock(WorldContents())

    init(_ exploration: Exploration? = nil) {
        self.exploration = exploration
    }

    /// Ends the world.
    ///
    /// Ready steps continue off the thread of the test, and sleeping tasks wake with a
    /// `CancellationError`.
    func end() {
        let (ready, killed, runs, sleepers) = contents.withLock { contents in
            defer {
                // The stores stay killed: they end when they are released here.
                contents.killed = KilledStores(stores: contents.killed.stores)
                contents.ready = ReadyQueue()
                contents.runs.removeAll()
            }
            contents.isOver = true
            return (contents.ready.all, contents.killed, contents.runs, contents.timers.removeAll { _ in true })
        }
        for case .sleeper(let continuation) in sleepers { continuation.resume(throwing: CancellationError()) }
        for step in ready + killed.steps { step.body() }
        withExtendedLifetime(runs) {}
    }

    var isOver: Bool { contents.withLock { $0.isOver } }

    /// Fails the explored schedule, or the test if no exploration is running.
    func fail(_ text: String, at location: CallSite, isWeak: Bool = false, cost: Int = 0) {
        if let exploration, !exploration.isOver {
            exploration.fail(.init(text: text, location: location.name, isWeak: isWeak, cost: cost))
        } else {
            TestLibrary.report(text, at: location)
        }
    }
}
