// SPDX-License-Identifier: MIT

import RexCore

/// A task that waits for one event.
final class OutboxWaiter: Sendable {
    private enum Status {
        case begun
        case waiting(CheckedContinuation<Bool, Never>)
        case over(Bool)
    }

    private let status = Lock(Status.begun)

    /// Whether the wait has ended.
    var isOver: Bool {
        status.withLock { if case .over = $0 { true } else { false } }
    }

    /// Ends the wait, with the event or without it.
    ///
    /// Returns false if it has ended before.
    @discardableResult func end(hasCome: Bool) -> Bool {
        let (counts, continuation) = status.withLock { status -> (Bool, CheckedContinuation<Bool, Never>?) in
            if case .over = status { return (false, nil) }
            defer { status = .over(hasCome) }
            if case .waiting(let continuation) = status { return (true, continuation) }
            return (true, nil)
        }
        continuation?.resume(returning: hasCome)
        return counts
    }

    /// Waits for the event.
    ///
    /// Returns false if the wait ends without it or the task is cancelled.
    func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = status.withLock { status -> Bool? in
                    if case .over(let result) = status { return result }
                    status = .waiting(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            end(hasCome: false)
        }
    }
}
