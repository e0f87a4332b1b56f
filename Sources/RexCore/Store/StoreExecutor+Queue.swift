// SPDX-License-Identifier: MIT

// Platforms without Dispatch have no queues.
#if canImport(Dispatch)
public import Dispatch

extension StoreExecutor {
    /// The main queue.
    ///
    /// The program must run this queue, with a run loop or `dispatchMain()`. Otherwise, actions
    /// from other threads are never processed.
    @_alwaysEmitIntoClient public static var mainQueue: StoreExecutor { of(.main, isMainQueue: true) }

    /// Creates an executor for a serial queue.
    ///
    /// Work on a queue that targets it counts as running on it. All executors of a queue are
    /// equivalent. The queue decides, not the thread: in `otherQueue.sync { }` the main thread
    /// works for `otherQueue` and is not on the main queue.
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

    /// Returns the key that identifies a queue.
    ///
    /// Each call for a queue returns the same key. The queue retains its key. Keys are compared by
    /// address: if a key were freed before its queue, another queue could get a key with the same
    /// address and be mistaken for this one.
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

/// The keys that identify queues.
///
/// It names no type of Dispatch, so a program without queues doesn't link Dispatch.
@usableFromInline enum QueueKeys: Sendable {
    /// Each queue stores its own key under this key.
    ///
    /// Nil before the first queue.
    private static let registry = Lock<AnyObject?>(nil)

    @usableFromInline static func withRegistry<Result>(_ body: (inout AnyObject?) -> Result) -> Result {
        registry.withLock(body)
    }
}
#endif
