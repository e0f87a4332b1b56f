// SPDX-License-Identifier: MIT

// The three gates in the reference document of GatedMiddleware. The first reads `enable` of the
// value of a case, so that case needs a property with a label.

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

private enum App {
    enum AppAction: Sendable, Equatable {
        case something
        case anotherSomething
        case dynamicMiddlewares(DynamicMiddlewareAction)

        var dynamicMiddlewares: DynamicMiddlewareAction? {
            if case .dynamicMiddlewares(let action) = self { action } else { nil }
        }
    }

    enum DynamicMiddlewareAction: Equatable {
        case toggleCrashReportsMiddleware(enable: Bool)
        case controlCrashReportsMiddleware(controlAction: MiddlewareControlAction)

        struct Toggle: Equatable {
            let enable: Bool
        }

        var toggleCrashReportsMiddleware: Toggle? {
            if case .toggleCrashReportsMiddleware(let enable) = self { Toggle(enable: enable) } else { nil }
        }

        var controlCrashReportsMiddleware: MiddlewareControlAction? {
            if case .controlCrashReportsMiddleware(let action) = self { action } else { nil }
        }
    }

    enum MiddlewareControlAction: Equatable {
        case activate
        case bypass
        case sayHello
    }

    struct AppState: Sendable {
        var isCrashReportEnabled: Bool
    }

    /// Answers `something` with `anotherSomething`.
    struct CrashReportsMiddleware: MiddlewareProtocol, Sendable {
        func handle(
            action: AppAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<AppState>
        ) -> IO<AppAction> {
            action == .something ? IO { $0.dispatch(.anotherSomething, from: dispatcher) } : .pure()
        }
    }

    enum ByAction {
        static let gatedCrashReportsMiddleware =
            CrashReportsMiddleware
            .init()
            .gated(
                controlAction: \AppAction.dynamicMiddlewares?.toggleCrashReportsMiddleware?.enable,
                default: .active
            )
    }

    enum ByComparison {
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

    enum ByState {
        static let gatedCrashReportsMiddleware =
            CrashReportsMiddleware
            .init()
            .gated(
                state: \AppState.isCrashReportEnabled
            )
    }
}

@Suite struct ReferenceFormsTests {
    private func processed(
        _ actions: App.AppAction...,
        by gated: GatedMiddleware<App.CrashReportsMiddleware>,
        enabled: Bool = true
    ) -> [App.AppAction] {
        let recorder = Recorder<App.AppAction>()
        let store = Store(
            initialState: App.AppState(isCrashReportEnabled: enabled),
            reducer: .reduce { action, _ in recorder.record(action) },
            middleware: gated
        )
        for action in actions { store.dispatch(action) }
        return recorder.events
    }

    @Test func byAction() {
        let off = App.AppAction.dynamicMiddlewares(.toggleCrashReportsMiddleware(enable: false))
        let on = App.AppAction.dynamicMiddlewares(.toggleCrashReportsMiddleware(enable: true))
        #expect(
            processed(.something, off, .something, on, by: App.ByAction.gatedCrashReportsMiddleware)
                == [.something, .anotherSomething, off, .something, on]
        )
    }

    @Test func byActionWithComparison() {
        func control(_ action: App.MiddlewareControlAction) -> App.AppAction {
            .dynamicMiddlewares(.controlCrashReportsMiddleware(controlAction: action))
        }
        #expect(
            processed(
                control(.bypass),
                control(.sayHello),
                .something,
                control(.activate),
                .something,
                by: App.ByComparison.gatedCrashReportsMiddleware
            ) == [
                control(.bypass), control(.sayHello), .something, control(.activate), .something, .anotherSomething,
            ]
        )
    }

    @Test(arguments: [true, false])
    func byState(isEnabled: Bool) {
        #expect(
            processed(.something, by: App.ByState.gatedCrashReportsMiddleware, enabled: isEnabled)
                == [.something] + (isEnabled ? [.anotherSomething] : [])
        )
    }
}
