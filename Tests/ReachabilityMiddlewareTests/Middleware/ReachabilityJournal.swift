// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore
import RexTestSupport

/// Records each event with its source, in processing order.
struct ReachabilityJournal: MiddlewareProtocol {
    let recorder = Recorder<DispatchedAction<ReachabilityEvent>>()

    func handle(
        action: ReachabilityEvent,
        from dispatcher: ActionSource,
        state: @escaping GetState<ReachabilityState>
    ) -> IO<ReachabilityEvent> {
        recorder.record(DispatchedAction(action, dispatcher: dispatcher))
        return .pure()
    }

    var events: [ReachabilityEvent] { recorder.events.map(\.action) }

    /// Returns a store of the middleware under test and this journal.
    func store(
        _ monitor: PathMonitor,
        state: ReachabilityState = .initial
    ) -> Store<ReachabilityEvent, ReachabilityState> {
        Store(
            initialState: state,
            reducer: .reachability,
            middleware: ReachabilityMiddleware(ReachabilityMiddlewareDependencies(pathMonitor: monitor)) <> self
        )
    }
}

extension NetworkPath {
    static let wired = NetworkPath(interface: .wired)
    static let wifi = NetworkPath(interface: .wifi)
    static let cellular = NetworkPath(interface: .cellular, isExpensive: true)
}
