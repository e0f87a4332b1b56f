// SPDX-License-Identifier: MIT

/// The running tasks of a store, in no particular order.
@usableFromInline struct StoreTasks: Sendable {
    private(set) var all: [StoreTask] = []
    /// The executor that cancels tasks when the store ends; nil before the first task.
    private(set) var cancellationExecutor: CancellationExecutor?

    @usableFromInline init() {}

    @usableFromInline var isEmpty: Bool { all.isEmpty }

    /// Adds a task.
    ///
    /// The executor of the first task cancels the tasks of the store at its end.
    @usableFromInline mutating func insert(_ task: StoreTask, cancelledBy executor: () -> CancellationExecutor) {
        if cancellationExecutor == nil { cancellationExecutor = executor() }
        task.index = all.count
        all.append(task)
    }

    /// Removes a task.
    ///
    /// Does nothing if it is not in the list.
    @usableFromInline mutating func remove(_ task: StoreTask) {
        let index = task.index
        guard index < all.count, all[index] === task else { return }
        all.swapRemove(at: index)?.index = index
    }
}
