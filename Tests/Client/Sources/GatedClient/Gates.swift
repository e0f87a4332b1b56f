// SPDX-License-Identifier: MIT

// The snippets of the reference document GatedMiddleware, in a separate app.

import GatedMiddleware
import RexCore

enum AppAction: Sendable {
    case something
    case anotherSomething
    case dynamicMiddlewares(DynamicMiddlewareAction)

    var dynamicMiddlewares: DynamicMiddlewareAction? {
        if case .dynamicMiddlewares(let action) = self { action } else { nil }
    }
}

enum DynamicMiddlewareAction: Equatable, Sendable {
    case toggleCrashReportsMiddleware(enable: Bool)
    case controlCrashReportsMiddleware(controlAction: MiddlewareControlAction)

    /// The payload as a struct with the property `enable`, which the snippet reads.
    struct Toggle { let enable: Bool }

    var toggleCrashReportsMiddleware: Toggle? {
        if case .toggleCrashReportsMiddleware(let enable) = self { Toggle(enable: enable) } else { nil }
    }
    var controlCrashReportsMiddleware: MiddlewareControlAction? {
        if case .controlCrashReportsMiddleware(let action) = self { action } else { nil }
    }
}

enum MiddlewareControlAction: Equatable, Sendable {
    case activate
    case bypass
    case sayHello
}

struct AppState: Sendable {
    var isCrashReportEnabled: Bool
    var reports = 0
}

struct CrashReportsMiddleware: MiddlewareProtocol, Sendable {
    func handle(action: AppAction, from dispatcher: ActionSource, state: @escaping GetState<AppState>) -> IO<AppAction>
    {
        guard case .something = action else { return .pure() }
        return IO { output in output.dispatch(.anotherSomething, from: dispatcher) }
    }
}

private enum ByAction {
    static let gatedCrashReportsMiddleware =
        CrashReportsMiddleware
        .init()
        .gated(
            controlAction: \AppAction.dynamicMiddlewares?.toggleCrashReportsMiddleware?.enable,
            default: .active
        )
}

private enum ByComparison {
    static let gatedCrashReportsMiddleware =
        CrashReportsMiddleware
        .init()
        .gated(
            controlAction: \AppAction.dynamicMiddlewares?.controlCrashReportsMiddleware,
            turnOn: MiddlewareControlAction.activate,
            turnOff: MiddlewareControlAction.bypass,
            default: .active
        )
}

private enum ByState {
    static let gatedCrashReportsMiddleware =
        CrashReportsMiddleware
        .init()
        .gated(
            state: \AppState.isCrashReportEnabled
        )
}

/// Returns the number of reports through the gates of all three snippets, before and after two of them close.
public func countReports() -> Int {
    let reducer = Reducer<AppAction, AppState>.reduce { action, state in
        if case .anotherSomething = action { state.reports += 1 }
    }
    let store = Store(
        initialState: AppState(isCrashReportEnabled: false),
        reducer: reducer,
        middleware: ByAction.gatedCrashReportsMiddleware <> ByComparison.gatedCrashReportsMiddleware
            <> ByState.gatedCrashReportsMiddleware
    )
    store.dispatch(.something)
    store.dispatch(.dynamicMiddlewares(.toggleCrashReportsMiddleware(enable: false)))
    store.dispatch(.dynamicMiddlewares(.controlCrashReportsMiddleware(controlAction: .sayHello)))
    store.dispatch(.something)
    return store.state.reports
}
