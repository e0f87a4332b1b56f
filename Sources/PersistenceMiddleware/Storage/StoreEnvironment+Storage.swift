// SPDX-License-Identifier: MIT

import RexCore

#if canImport(Dispatch)
import Dispatch
#endif

extension StoreEnvironment {
    /// Runs work that waits for a storage, on a thread that the concurrency runtime does not miss: it
    /// has as many as there are cores, and all tasks share them.
    ///
    /// Where a test decides when tasks go on, the work is done by the task itself.
    package func useStorage<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        #if canImport(Dispatch)
        if !hasOwnTasks {
            return await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: work()) }
            }
        }
        #endif
        return work()
    }
}
