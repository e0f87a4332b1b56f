// SPDX-License-Identifier: MIT

// Where there is no Dispatch there are no queues.
#if canImport(Dispatch)
public import Dispatch

extension StoreExecutor {
    /// The main queue.
    ///
    /// Something has to run that queue when actions come from elsewhere: a run loop, or
    /// `dispatchMain()`.
    @_alwaysEmitIntoClient public static var mainQueue: StoreExecutor { of(.main, isMainQueue: true) }

    /// Makes an executor of a serial queue; work on queues that target it counts as being there.
    ///
    /// Executors of one queue are the same place, however many there are. The queue is what counts,
    /// not the thread: the main thread is not the main queue while it works for another one, as in
    /// `otherQueue.sync { }`.
    @_alwaysEmitIntoClient public static func queue(_ queue: DispatchQueue) -> StoreExecutor {
        of(queue, isMainQueue: false)
    }

    @_alwaysEmitIntoClient static func of(_ queue: DispatchQueue, isMainQueue: Bool) -> StoreExecutor {
        let key = key(of: queue)
        return StoreExecutor(
            isCurrent: { DispatchQueue.getSpecific(key: key) != nil },
            isMainQueue: isMainQueue,
            enqueue: { queue.async(execute: $0) }
        )
    }

    /// Returns the key that marks a queue, the same each time.
    ///
    /// The queue keeps it. A key is found by its address, so one that ended before its queue could
    /// be taken for another one that got its place in memory.
    @_alwaysEmitIntoClient static func key(of queue: DispatchQueue) -> DispatchSpecificKey<Void> {
        QueueKeys.withRegistry { registry in
            let keys = registry as? DispatchSpecificKey<AnyObject> ?? DispatchSpecificKey<AnyObject>()
            registry = keys
            if let key = queue.getSpecific(key: keys) as? DispatchSpecificKey<Void> { return key }
            let key = DispatchSpecificKey<Void>()
            queue.setSpecific(key: key, value: ())
            queue.setSpecific(key: keys, value: key)
            return key
        }
    }
}

/// The marks of queues; without types of Dispatch, which a program that has no queue does not link.
@usableFromInline enum QueueKeys: Sendable {
    /// The key under which each queue keeps its mark; nil until there is a first one.
    private static let registry = Lock<AnyObject?>(nil)

    @usableFromInline static func withRegistry<Result>(_ body: (inout AnyObject?) -> Result) -> Result {
        registry.withLock(body)
    }
}
#endif
