// SPDX-License-Identifier: MIT

/// The running tasks of a store, in no particular order.
@usableFromInline struct StoreTasks: Sendable {
    private(set) var all: [StoreTask] = []

    @usableFromInline init() {}

    @usableFromInline var isEmpty: Bool { all.isEmpty }

    @usableFromInline mutating func insert(_ task: StoreTask) {
        task.index = all.count
        all.append(task)
    }

    /// Removes a task.
    ///
    /// Does nothing if it is not in the list.
    @usableFromInline mutating func remove(_ task: StoreTask) {
        let index = task.index
        guard index < all.count, all[index] === task else { return }
        let last = all.removeLast()
        if last !== task {
            all[index] = last
            last.index = index
        }
        // Keep the memory of a short list for the next tasks.
        if all.isEmpty, all.capacity > 64 { all = [] }
    }
}
