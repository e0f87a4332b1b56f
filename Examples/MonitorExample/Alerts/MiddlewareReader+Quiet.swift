// SPDX-License-Identifier: MIT

import PublisherMiddleware
import RexCore

extension MiddlewareReader
where
    Dependencies == @Sendable () -> AnyPublisher<Void, Never>,
    MiddlewareType == PublisherMiddleware<AlertAction, AlertState>
{
    /// Lets the user switch alerts off and on, until the store is gone.
    static let quiet = MiddlewareReader { quietSwitch in
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
}
