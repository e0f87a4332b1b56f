// SPDX-License-Identifier: MIT

public import Dispatch

extension StoreExecutor {
    /// The main queue.
    ///
    /// Something has to run that queue when actions come from elsewhere: a run loop, or `dispatchMain()`.
    @_alwaysEmitIntoClient public static var mainQueue: StoreExecutor { queue(.main) }

    /// Makes an executor of a serial queue; work on queues that target it counts as being there.
    @_alwaysEmitIntoClient public static func queue(_ queue: DispatchQueue) -> StoreExecutor {
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        return StoreExecutor {
            DispatchQueue.getSpecific(key: key) ?? false
        } enqueue: {
            queue.async(execute: $0)
        }
    }
}
