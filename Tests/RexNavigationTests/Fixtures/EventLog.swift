// SPDX-License-Identifier: MIT

import RexCore

/// Collects events from any thread, and lets tests wait for one.
final class EventLog: Sendable {
    private struct Contents {
        var events: [String] = []
        var waiting: [(event: String, waiter: CheckedContinuation<Void, Never>)] = []
    }

    private let contents = Lock(Contents())

    func record(_ event: String) {
        let waiting = contents.withLock { contents in
            contents.events.append(event)
            let found = contents.waiting.filter { $0.event == event }
            contents.waiting.removeAll { $0.event == event }
            return found
        }
        for (_, waiter) in waiting { waiter.resume() }
    }

    /// Waits until the event was recorded.
    func wait(for event: String) async {
        await withCheckedContinuation { waiter in
            let isThere = contents.withLock { contents in
                if contents.events.contains(event) { return true }
                contents.waiting.append((event, waiter))
                return false
            }
            if isThere { waiter.resume() }
        }
    }
}
