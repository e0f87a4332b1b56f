// SPDX-License-Identifier: MIT

// Copies of the snippets in the reference document BridgeMiddleware. They are not reformatted.
// swift-format-ignore-file

import BridgeMiddleware
import RexCore

enum AppAction: Sendable {
    case lifecycle(LifecycleAction)
    case reachability(ReachabilityAction)

    var lifecycle: LifecycleAction? { if case .lifecycle(let action) = self { action } else { nil } }
}

enum LifecycleAction: Sendable {
    case didBecomeActive, didEnterBackground

    var didBecomeActive: Void? { if case .didBecomeActive = self { () } else { nil } }
    var didEnterBackground: Void? { if case .didEnterBackground = self { () } else { nil } }
}

enum ReachabilityAction: Sendable { case startMonitoring, stopMonitoring }

struct AppState: Sendable {
    struct Settings: Sendable {
        enum Options: Sendable { case always, never }
        var reachabilityOptions = Options.always
        var shouldUseReachability: Bool { reachabilityOptions == .always }
    }

    var settings = Settings()
    var starts = 0
}

enum Bridges {
    typealias BridgeMiddleware = RexBridge<AppAction, AppAction, AppState>

    static let plain: BridgeMiddleware =
        BridgeMiddleware()
            .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring))
            .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring))

    static let withClosure: BridgeMiddleware =
        BridgeMiddleware()
            .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring), when: { $0().settings.reachabilityOptions == .always })
            .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring), when: { $0().settings.reachabilityOptions == .always })

    static let withKeyPath: BridgeMiddleware =
        BridgeMiddleware()
            .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring), when: \.settings.shouldUseReachability)
            .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring), when: \.settings.shouldUseReachability)
}

typealias RexBridge<Input: Sendable, Output: Sendable, State> = BridgeMiddleware<Input, Output, State>

/// Returns how often the monitoring starts when the app becomes active once, with the bridges of all three snippets.
public func countStarts() -> Int {
    let reducer = Reducer<AppAction, AppState>.reduce { action, state in
        if case .reachability(.startMonitoring) = action { state.starts += 1 }
    }
    let store = Store(
        initialState: AppState(),
        reducer: reducer,
        middleware: Bridges.plain <> Bridges.withClosure <> Bridges.withKeyPath
    )
    store.dispatch(.lifecycle(.didBecomeActive))
    return store.state.starts
}
