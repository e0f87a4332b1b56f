// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware

/// Prints when an action is sent to the store.
struct PrintingPublisher: AppLifecyclePublisher {
    let base: SignalPublisher

    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        let printing = AppLifecycleReceiver(
            send: { action in
                receiver.send(action)
                say("sent \(action)")
            },
            afterPending: { body in receiver.afterPending(body) }
        )
        return base.subscribe(printing)
    }
}
