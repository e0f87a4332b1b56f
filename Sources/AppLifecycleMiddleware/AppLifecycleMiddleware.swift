// SPDX-License-Identifier: MIT

public import RexCore

#if canImport(Darwin)
import Foundation
#endif

/// A middleware that sends an action when the app enters the foreground or background, or becomes
/// active or inactive.
///
/// It handles no actions and reads no state, so lift it with an input that maps every action to
/// nil:
///
/// ```swift
/// let middleware = AppLifecycleMiddleware().lift(
///     inputAction: { (_: AppAction) in nil },
///     outputAction: AppAction.lifecycle,
///     state: { (_: AppState) in }
/// )
/// ```
///
/// It listens from the time its store is made until both the store and the middleware are released.
/// Actions are sent in order, on threads that the publisher chooses. The function of their source
/// is `receiveContext(getState:output:)`.
public final class AppLifecycleMiddleware: MiddlewareProtocol, Sendable {
    /// The middleware handles no actions.
    public typealias InputActionType = Never
    /// The lifecycle events of the app.
    public typealias OutputActionType = AppLifecycleAction
    /// The middleware reads no state.
    public typealias StateType = Void

    private let publisher: any AppLifecyclePublisher
    private let endings = Lock<[@Sendable () -> Void]>([])

    /// Makes a middleware that gets lifecycle events from the system.
    ///
    /// The publisher is `NotificationCenter.default` on Apple platforms and a `SignalPublisher`
    /// elsewhere.
    public convenience init() {
        #if canImport(Darwin)
        self.init(publisher: NotificationCenter.default)
        #else
        self.init(publisher: SignalPublisher())
        #endif
    }

    /// Makes a middleware that gets lifecycle events from `publisher`.
    public init(publisher: any AppLifecyclePublisher) {
        self.publisher = publisher
    }

    deinit {
        for end in endings.withLock({ $0 }) { end() }
    }

    /// Never called, since there is no action to handle.
    public func handle(
        action: Never,
        from dispatcher: ActionSource,
        state: @escaping GetState<Void>
    ) -> IO<AppLifecycleAction> {}

    /// Subscribes to the publisher, which may send actions during this call.
    public func receiveContext(getState: @escaping GetState<Void>, output: AnyActionHandler<AppLifecycleAction>) {
        let receiver = AppLifecycleReceiver(
            send: { action in output.dispatch(action) },
            afterPending: { body in output.onIdle(body) }
        )
        let end = publisher.subscribe(receiver)
        endings.withLock { $0.append(end) }
    }
}
