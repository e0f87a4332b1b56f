// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import RexCore

/// A publisher that sends actions on command.
final class StagedPublisher: AppLifecyclePublisher {
    private let receivers = Lock<[Int: AppLifecycleReceiver]>([:])
    private let subscriptions = Lock(0)
    private let first: [AppLifecycleAction]

    init(first: [AppLifecycleAction] = []) {
        self.first = first
    }

    var count: Int { receivers.withLock { $0.count } }

    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        for action in first { receiver.send(action) }
        let id = subscriptions.withLock { count in
            count += 1
            return count
        }
        receivers.withLock { $0[id] = receiver }
        return { [receivers] in receivers.withLock { $0[id] = nil } }
    }

    func send(_ actions: AppLifecycleAction...) {
        for receiver in receivers.withLock({ Array($0.values) }) {
            for action in actions { receiver.send(action) }
        }
    }

    func afterPending(_ body: @escaping @Sendable () -> Void) {
        for receiver in receivers.withLock({ Array($0.values) }) { receiver.afterPending(body) }
    }
}
