// SPDX-License-Identifier: MIT

/// The running tasks of a store, in no particular order.
@usableFromInline struct StoreTasks: Sendable {
    private(set) var all: [StoreTask] = []
    /// Calls a function on another thread, which cancels the tasks when the store ends; nil before the
    /// first task.
    private(set) var callElsewhere: CallElsewhere?

    @usableFromInline init() {}

    @usableFromInline var isEmpty: Bool { all.isEmpty }

    /// Adds a task.
    ///
    /// The function of the first task cancels the tasks of the store at its end.
    @usableFromInline mutating func insert(_ task: StoreTask, callingElsewhere: () -> CallElsewhere) {
        if callElsewhere == nil { callElsewhere = callingElsewhere() }
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
