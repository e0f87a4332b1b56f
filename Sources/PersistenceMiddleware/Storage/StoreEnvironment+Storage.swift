// SPDX-License-Identifier: MIT

import RexCore

#if canImport(Dispatch)
import Dispatch
#endif

extension StoreEnvironment {
    /// Runs work that waits for a storage on a thread outside the concurrency runtime, whose few
    /// threads all tasks share.
    ///
    /// In a test that controls its tasks, the task itself does the work.
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
