// SPDX-License-Identifier: MIT

public import RexCore

/// The owner of the task that delays the save of a change.
///
/// The task's ending tells whether the change was saved, by this task or another save.
@usableFromInline final class SavingTask: StoreTaskOwner {
    let task: StoreTask
    private let result = Lock<StoreTask.Ending?>(nil)

    init(from source: ActionSource?) {
        task = StoreTask(from: source)
    }

    @usableFromInline var outcome: StoreTask.Ending? { result.withLock { $0 } }

    /// Records that the change was saved, or why it was not.
    func finish(_ failure: StorageError?, isCaught: Bool) {
        result.withLock { $0 = failure.map { .failed($0, isCaught: isCaught) } ?? .returned }
    }
}
