// SPDX-License-Identifier: MIT

import RexCore

/// An attempt to send an entry.
///
/// It ends when it returns or when its time is over.
final class OutboxAttempt: Sendable {
    private enum Status: Sendable {
        case running, timedOut, over
    }

    private let status = Lock(Status.running)
    /// Lets the next attempt of the lane continue.
    private let leave: @Sendable () -> Void

    init(leaving leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    /// Ends the attempt because its time is over.
    ///
    /// - Returns: False if it has returned already.
    func timeOut() -> Bool { end(as: .timedOut) }

    /// Ends the attempt because it has returned.
    ///
    /// - Returns: False if its time was over already.
    @discardableResult func end() -> Bool { end(as: .over) }

    private func end(as ending: Status) -> Bool {
        let isFirst = status.withLock { status in
            guard case .running = status else { return false }
            status = ending
            return true
        }
        if isFirst { leave() }
        return isFirst
    }
}
