// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

extension WorldCore {
    /// Notes that this thread is about to start a task.
    func willStart(_ task: StoreTask) { contents.withLock { $0.runs.willStart(task, on: rex_thread()) } }

    func begin(_ source: ActionSource?, of store: Int) -> ActiveRun {
        contents.withLock { contents in
            contents.runs.begin(source, of: store, on: rex_thread(), isKept: !contents.killed.contains(store))
        }
    }

    func end(_ run: ActiveRun) { contents.withLock { $0.runs.end(run) } }

    func didEndTasks(of run: ActiveRun) { contents.withLock { $0.runs.didEndTasks(of: run) } }

    /// Returns the runs of a store that have not returned, in the order in which they were started.
    func runs(of store: Int) -> [ActiveRun] { contents.withLock { $0.runs.active(of: store) } }

    /// Returns the runs of a store that have ended and whose `Task { }`s continue, in the order in
    /// which they were started.
    ///
    /// Without skipped runs.
    func escapedRuns(of store: Int) -> [ActiveRun] {
        contents.withLock { $0.runs.escaped(of: store).filter { !$0.isSkipped } }
    }

    /// Waits, in real time, until each escaped task has ended or sleeps by the test clock.
    ///
    /// A task that is about to end is not an error.
    func waitForEscapedTasks(of store: Int) {
        let end = ContinuousClock().now.advanced(by: .milliseconds(100))
        while ContinuousClock().now < end {
            let escaped = escapedRuns(of: store)
            guard !escaped.isEmpty else { return }
            let sleeping = Set(events.compactMap { $0.escaped?.number })
            guard escaped.contains(where: { !sleeping.contains($0.number) }) else { return }
            rex_pause(1)
        }
    }

    /// The numbers of the runs with ready steps.
    var readyRuns: Set<Int> {
        contents.withLock { contents in
            Set(contents.ready.all.compactMap { if case .run(let run) = $0.subject { run.number } else { nil } })
        }
    }
}
