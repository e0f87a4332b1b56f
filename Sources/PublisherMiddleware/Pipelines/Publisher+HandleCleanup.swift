// SPDX-License-Identifier: MIT

public import PublisherKit
internal import class RexCore.Lock

extension Publisher {
    /// Calls `cleanup` once: at the first completion or cancellation of a subscription.
    ///
    /// `cleanup` is called before the completion or the cancellation is forwarded, on the thread
    /// that completes or cancels, and is then released. For a subscription that never ends, it is
    /// never called.
    ///
    /// - Note: If `cleanup` releases the cancellable of its own pipeline, the subscriber doesn't
    ///   receive the completion. It has received all values.
    public func handleCleanup(_ cleanup: @escaping () -> Void) -> Publishers.HandleEvents<Self> {
        let pending = Lock<(() -> Void)?>(cleanup)
        let cleanUp = {
            let cleanup = pending.withLock { pending in
                defer { pending = nil }
                return pending
            }
            cleanup?()
        }
        return handleEvents(receiveCompletion: { _ in cleanUp() }, receiveCancel: cleanUp)
    }
}
