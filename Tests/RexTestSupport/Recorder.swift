// SPDX-License-Identifier: MIT

import RexCore

/// Collects events from any thread, in order.
package final class Recorder<Event: Sendable>: Sendable {
    private let recorded = Lock<[Event]>([])

    package init() {}

    package var events: [Event] { recorded.withLock { $0 } }

    package func record(_ event: Event) {
        recorded.withLock { $0.append(event) }
    }
}
