// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that reports how the device is connected, and what the connection costs.
///
/// It starts a ``PathMonitor`` after `ReachabilityEvent.startMonitoring` and ends it after
/// `ReachabilityEvent.stopMonitoring`. Each path causes up to three events, in this order: the
/// interface in use, the cost and the constraint. An event is sent only if it changes the state. So
/// the first path in the initial state causes three events, and the same path again causes none. If
/// several interfaces are usable, only the one in use counts.
///
/// ```swift
/// let store = Store(
///     initialState: ReachabilityState.initial,
///     reducer: .reachability,
///     middleware: ReachabilityMiddleware(ReachabilityMiddlewareDependencies())
/// )
/// store.dispatch(.startMonitoring)
/// ```
///
/// A start while it is monitoring and a stop while it is not do nothing. When the middleware is
/// released, it ends the monitor. If the monitor can't start, the middleware sends
/// `ReachabilityEvent.stopMonitoring`, and the next start tries again.
///
/// - Note: Events pass through the queue of the store. An event that was queued after a stop, but
///   before the stop was processed, still reaches the reducer. So the state may have an interface
///   although ``ReachabilityState/isMonitoring`` is false. The next start corrects that.
public final class ReachabilityMiddleware: MiddlewareProtocol, Sendable {
    private let pathMonitor: PathMonitor
    private let decision = Lock(ReachabilityDecision())
    private let cancellation = Lock<(@Sendable () -> Void)?>(nil)

    /// Makes a middleware that starts the monitor of `dependencies` at `startMonitoring`, not
    /// earlier.
    public init(_ dependencies: ReachabilityMiddlewareDependencies) {
        pathMonitor = dependencies.pathMonitor
    }

    deinit {
        endMonitor()
    }

    /// Starts and ends the monitor in the `IO`, and records which of its own events have been
    /// processed.
    public func handle(
        action: ReachabilityEvent,
        from dispatcher: ActionSource,
        state: @escaping GetState<ReachabilityState>
    ) -> IO<ReachabilityEvent> {
        switch action {
        case .startMonitoring:
            return IO { output in self.start(state: state, output: output) }
        case .stopMonitoring:
            return IO { _ in self.stop() }
        default:
            guard decision.withLock(\.expectsEvents) else { return .pure() }
            return IO { _ in self.decision.withLock { $0.processed(action) } }
        }
    }

    private func start(state: @escaping GetState<ReachabilityState>, output: AnyActionHandler<ReachabilityEvent>) {
        guard let generation = decision.withLock({ $0.start() }) else { return }
        let cancel = pathMonitor.start { [weak self] path in
            self?.receive(path, of: generation, state: state, output: output)
        }
        cancellation.withLock { $0 = cancel }
        guard cancel == nil else { return }
        decision.withLock { $0.stop() }
        output.dispatch(.stopMonitoring, function: Self.function, info: "The monitor could not start.")
    }

    private func stop() {
        decision.withLock { $0.stop() }
        endMonitor()
    }

    private func endMonitor() {
        let cancel = cancellation.withLock { $0.take() }
        cancel?()
    }

    private func receive(
        _ path: NetworkPath,
        of generation: ReachabilityDecision.Generation,
        state: GetState<ReachabilityState>,
        output: AnyActionHandler<ReachabilityEvent>
    ) {
        // Read the state under the lock: `decision` forgets an event only after the state includes
        // it.
        let sends = decision.withLock { $0.receive(path, of: generation, state: state()) }
        guard sends else { return }
        while let event = decision.withLock({ $0.next() }) { output.dispatch(event, function: Self.function) }
    }

    /// The function in the source of each event.
    private static let function = "reachability"
}
