// SPDX-License-Identifier: MIT

/// The tasks of a store that still run, in no order.
@usableFromInline struct StoreTasks: Sendable {
    private(set) var all: [StoreTask] = []

    @usableFromInline init() {}

    @usableFromInline var isEmpty: Bool { all.isEmpty }

    @usableFromInline mutating func insert(_ task: StoreTask) {
        task.index = all.count
        all.append(task)
    }

    /// Takes a task out, unless that was done before.
    @usableFromInline mutating func remove(_ task: StoreTask) {
        let index = task.index
        guard index < all.count, all[index] === task else { return }
        let last = all.removeLast()
        if last !== task {
            all[index] = last
            last.index = index
        }
        // A few are room to keep.
        if all.isEmpty, all.capacity > 64 { all = [] }
    }
}
