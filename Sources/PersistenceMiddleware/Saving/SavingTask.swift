// SPDX-License-Identifier: MIT

public import RexCore

/// The task that delays the save of a change.
///
/// Its ending tells whether the change was saved, by this task or another save.
///
/// It is `@unchecked Sendable` like its superclass. Its own property is a constant.
@usableFromInline final class SavingTask: StoreTask, @unchecked Sendable {
    private let result = Lock<Ending?>(nil)

    @usableFromInline override var outcome: Ending? { result.withLock { $0 } }

    /// Records that the change was saved, or why it was not.
    func finish(_ failure: StorageError?, isCaught: Bool) {
        result.withLock { $0 = failure.map { .failed($0, isCaught: isCaught) } ?? .returned }
    }
}
