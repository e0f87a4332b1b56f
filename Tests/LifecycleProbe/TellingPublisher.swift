// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware

/// Says when the store was told of an action.
struct TellingPublisher: AppLifecyclePublisher {
    let base: SignalPublisher

    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        let telling = AppLifecycleReceiver(
            send: { action in
                receiver.send(action)
                say("told \(action)")
            },
            afterPending: { body in receiver.afterPending(body) }
        )
        return base.subscribe(telling)
    }
}
