// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore

/// A monitor that sends paths on command and counts its runs.
final class PathSubject: Sendable {
    private struct Run {
        let handler: @Sendable (NetworkPath) -> Void
        var isActive = true
    }

    private let runs = Lock<[Run]>([])

    var monitor: PathMonitor {
        PathMonitor { [self] handler in
            let index = runs.withLock { runs in
                runs.append(Run(handler: handler))
                return runs.count - 1
            }
            return { self.runs.withLock { $0[index].isActive = false } }
        }
    }

    var startCount: Int { runs.withLock(\.count) }

    var activeCount: Int { runs.withLock { $0.count(where: \.isActive) } }

    /// Sends a path to every run, including ended ones, as a monitor may that is ended on another
    /// thread at the same time.
    func send(_ path: NetworkPath) {
        for run in runs.withLock({ $0 }) { run.handler(path) }
    }

    /// Sends a path to one run, ended or not.
    ///
    /// The first run is 0.
    func send(_ path: NetworkPath, toRun index: Int) {
        runs.withLock { $0[index] }.handler(path)
    }
}
