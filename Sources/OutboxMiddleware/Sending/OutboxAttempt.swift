// SPDX-License-Identifier: MIT

import RexCore

/// One attempt to send an entry, which ends when it returns or its time is over.
final class OutboxAttempt: Sendable {
    private enum Status: Sendable {
        case running, timedOut, over
    }

    private let status = Lock(Status.running)
    /// Lets the next attempt of the lane go on.
    private let leave: @Sendable () -> Void

    init(leaving leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    /// Ends the attempt since its time is over.
    ///
    /// - Returns: False if it has returned.
    func timeOut() -> Bool { end(as: .timedOut) }

    /// Ends the attempt since it has returned.
    ///
    /// - Returns: False if its time was over.
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
