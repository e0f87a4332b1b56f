// SPDX-License-Identifier: MIT

public import RexCore

/// The task that waits with a change, and whose ending says how the change was saved, whoever has
/// saved it.
///
/// It is unchecked Sendable because its superclass is; what it adds is a constant.
@usableFromInline final class SavingTask: StoreTask, @unchecked Sendable {
    private let result = Lock<Ending?>(nil)

    @usableFromInline override var outcome: Ending? { result.withLock { $0 } }

    /// Records that its change was saved, or why it was not.
    func finish(_ failure: StorageError?, isCaught: Bool) {
        result.withLock { $0 = failure.map { .failed($0, isCaught: isCaught) } ?? .returned }
    }
}
