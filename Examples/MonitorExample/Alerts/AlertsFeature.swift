// SPDX-License-Identifier: MIT

import PublisherMiddleware
import RexCore

/// Lets the user switch alerts off and on, until the store ends.
let alerts = Feature<AlertAction, AlertState, @Sendable () -> AnyPublisher<Void, Never>> { action, alerts in
    switch action {
    case .raise(let gauge):
        alerts.raised.insert(gauge)
        alerts.unheard.insert(gauge)
        alerts.count += 1
    case .clear(let gauge):
        alerts.raised.remove(gauge)
        alerts.unheard.remove(gauge)
    case .toggleQuiet:
        alerts.isQuiet.toggle()
    case .catchUp, .listenToQuietSwitch:
        // Other features handle these actions.
        break
    }
}
.adding(
    MiddlewareReader { quietSwitch in
        PublisherMiddleware { action in
            guard action.isListenToQuietSwitch else { return nil }
            return TypedRetainedPublisherAction(description: "quiet switch") { dispatch, _, cancellables, cleanup in
                quietSwitch()
                    .handleCleanup(cleanup)
                    .tap { dispatch(.toggleQuiet) }
                    .store(in: &cancellables)
            }
        }
    }
)
