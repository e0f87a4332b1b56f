// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import RexCore
import Testing

/// The examples of AppLifecycleMiddleware.swift, AppLifecyclePublisher.swift and
/// Reducer+Lifecycle.swift.
@Suite struct AppLifecycleDocExamples {
    enum AppAction: Sendable {
        case lifecycle(AppLifecycleAction)

        var lifecycle: AppLifecycleAction? {
            switch self {
            case .lifecycle(let action): action
            }
        }
    }

    struct AppState: Sendable {
        var lifecycle = AppLifecycle.initial
    }

    struct AlwaysActive: AppLifecyclePublisher {
        func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
            receiver.send(.willEnterForeground)
            receiver.send(.didBecomeActive)
            return {}
        }
    }

    @Test func liftedMiddlewareSendsLifecycleActionsToTheStore() {
        let middleware = AppLifecycleMiddleware(publisher: AlwaysActive()).lift(
            inputAction: { (_: AppAction) in nil },
            outputAction: AppAction.lifecycle,
            state: { (_: AppState) in }
        )
        let store = Store(
            initialState: AppState(),
            reducer: Reducer.lifecycle.lift(action: \AppAction.lifecycle, state: \.lifecycle),
            middleware: middleware
        )
        #expect(store.state.lifecycle == .foregroundActive)
    }

    @Test func reducerUpdatesALifecycle() {
        var lifecycle = AppLifecycle.initial
        Reducer.lifecycle.reduce(.willEnterForeground, &lifecycle)
        Reducer.lifecycle.reduce(.didBecomeActive, &lifecycle)
        #expect(lifecycle == .foregroundActive)
    }
}
