// SPDX-License-Identifier: MIT

public import RexCore

#if canImport(Darwin)
import Foundation
#endif

/// A middleware that sends an action whenever the app goes to the foreground or the background,
/// becomes active or inactive.
///
/// It looks at no action and reads no state, so it is lifted with an input that maps everything to
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
/// It listens from the moment its store is made, and until both that store and the middleware are
/// gone. Actions come from the threads of its publisher, in order; the function of their source is
/// `receiveContext(getState:output:)`.
public final class AppLifecycleMiddleware: MiddlewareProtocol, Sendable {
    /// There is no action that it handles.
    public typealias InputActionType = Never
    /// The events in the life of the app.
    public typealias OutputActionType = AppLifecycleAction
    /// No state is read.
    public typealias StateType = Void

    private let publisher: any AppLifecyclePublisher
    private let endings = Lock<[@Sendable () -> Void]>([])

    /// Makes a middleware that learns of the app's life from the system.
    ///
    /// That is `NotificationCenter.default` on Apple platforms, and a `SignalPublisher` elsewhere.
    public convenience init() {
        #if canImport(Darwin)
        self.init(publisher: NotificationCenter.default)
        #else
        self.init(publisher: SignalPublisher())
        #endif
    }

    /// Makes a middleware that learns of the app's life from `publisher`.
    public init(publisher: any AppLifecyclePublisher) {
        self.publisher = publisher
    }

    deinit {
        for end in endings.withLock({ $0 }) { end() }
    }

    /// Never called, since there is no action to call it with.
    public func handle(
        action: Never,
        from dispatcher: ActionSource,
        state: @escaping GetState<Void>
    ) -> IO<AppLifecycleAction> {}

    /// Starts to listen; a publisher that sends something at once does so during this call.
    public func receiveContext(getState: @escaping GetState<Void>, output: AnyActionHandler<AppLifecycleAction>) {
        let receiver = AppLifecycleReceiver(
            send: { action in output.dispatch(action) },
            afterPending: { body in output.onIdle(body) }
        )
        let end = publisher.subscribe(receiver)
        endings.withLock { $0.append(end) }
    }
}
