// SPDX-License-Identifier: MIT

import ReachabilityMiddleware

/// A step that a test applies to a middleware or to its model.
enum ReachabilityStep: Hashable, CustomStringConvertible {
    case dispatch(ReachabilityEvent)
    case path(NetworkPath)

    var description: String {
        switch self {
        case .dispatch(let event): "\(event)"
        case .path(let path): "path over \(path.interface.map { "\($0)" } ?? "nothing")"
        }
    }

    /// Returns all sequences of `steps` with at most `length` steps.
    static func sequences<Step>(of steps: [Step], upTo length: Int) -> [[Step]] {
        guard length > 0 else { return [[]] }
        return [[]] + sequences(of: steps, upTo: length - 1).flatMap { rest in steps.map { [$0] + rest } }
    }
}

/// The simplest model of the middleware and its reducer: everything happens at once.
struct ReachabilityModel {
    private(set) var state = ReachabilityState.initial
    private(set) var events: [ReachabilityEvent] = []

    mutating func apply(_ step: ReachabilityStep) {
        switch step {
        case .dispatch(.startMonitoring):
            state.isMonitoring = true
            events.append(.startMonitoring)
        case .dispatch(.stopMonitoring):
            state = .initial
            events.append(.stopMonitoring)
        case .dispatch(.gotOffline):
            say(\.connectivity, .offline, .gotOffline, evenIfKnown: true)
        case .dispatch(let event):
            preconditionFailure("The model knows no step that dispatches \(event): add a case for it.")
        case .path(let path):
            if state.isMonitoring { report(path) }
        }
    }

    private mutating func report(_ path: NetworkPath) {
        switch path.interface {
        case .wifi: say(\.connectivity, .wifi, .connectedToWifi)
        case .wired, .other: say(\.connectivity, .wired, .connectedToWired)
        case .cellular: say(\.connectivity, .cellular, .connectedToCellular)
        case nil: say(\.connectivity, .offline, .gotOffline)
        }
        say(\.isExpensive, path.isExpensive, path.isExpensive ? .becameExpensive : .becameCheap)
        say(\.isConstrained, path.isConstrained, path.isConstrained ? .becameConstrained : .becameUnconstrained)
    }

    private mutating func say<Value: Equatable>(
        _ field: WritableKeyPath<ReachabilityState, Value>,
        _ value: Value,
        _ event: ReachabilityEvent,
        evenIfKnown: Bool = false
    ) {
        guard evenIfKnown || state[keyPath: field] != value else { return }
        state[keyPath: field] = value
        events.append(event)
    }
}
