// SPDX-License-Identifier: MIT

public import Dispatch

extension StoreExecutor {
    /// The main queue.
    ///
    /// Something has to run that queue when actions come from elsewhere: a run loop, or `dispatchMain()`.
    @_alwaysEmitIntoClient public static var mainQueue: StoreExecutor { queue(.main) }

    /// Makes an executor of a serial queue; work on queues that target it counts as being there.
    ///
    /// Executors of one queue are the same place, however many there are. The queue is what counts, not the thread: the
    /// main thread is not the main queue while it works for another one, as in `otherQueue.sync { }`.
    @_alwaysEmitIntoClient public static func queue(_ queue: DispatchQueue) -> StoreExecutor {
        let mark = QueueMark.mark(of: queue)
        return StoreExecutor {
            DispatchQueue.getSpecific(key: mark.key) != nil
        } enqueue: {
            queue.async(execute: $0)
        }
    }
}

/// What a queue carries to be recognised.
///
/// The queue keeps its mark. A key is found by its address, so one that ended before its queue could be taken for
/// another one that got its place in memory.
@usableFromInline final class QueueMark: Sendable {
    @usableFromInline let key = DispatchSpecificKey<Void>()

    private static let marks = DispatchSpecificKey<QueueMark>()
    private static let making = Lock(())

    /// The mark of a queue, the same each time.
    @usableFromInline static func mark(of queue: DispatchQueue) -> QueueMark {
        making.withLock { _ in
            if let mark = queue.getSpecific(key: marks) { return mark }
            let mark = QueueMark()
            queue.setSpecific(key: mark.key, value: ())
            queue.setSpecific(key: marks, value: mark)
            return mark
        }
    }
}
