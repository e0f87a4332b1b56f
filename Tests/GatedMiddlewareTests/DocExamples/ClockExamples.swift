// SPDX-License-Identifier: MIT

// The examples in the documentation comments of GatedMiddleware.

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

private enum App {
    enum AppAction: Sendable, Equatable {
        case clock(ClockAction)
        case setting(isClockOn: Bool)
        case reporter(ReporterAction)
        case ticked

        var clock: ClockAction? { if case .clock(let action) = self { action } else { nil } }
        var reporter: ReporterAction? { if case .reporter(let action) = self { action } else { nil } }
    }

    enum ClockAction: Sendable, Equatable {
        case isOn(Bool)
        case start

        var isOn: Bool? { if case .isOn(let isOn) = self { isOn } else { nil } }
    }

    enum ReporterAction: Sendable, Equatable {
        enum Mode: Equatable { case live, paused, verbose }

        case mode(Mode)
        case crash

        var mode: Mode? { if case .mode(let mode) = self { mode } else { nil } }
    }

    struct AppState: Sendable {
        var isClockOn = false
        var isReporterOn = true
    }

    /// Ticks on command while it is started.
    final class ManualTimer: Sendable {
        private let onTick = Lock<(@Sendable () -> Void)?>(nil)

        var isRunning: Bool { onTick.withLock { $0 != nil } }

        func start(_ body: @escaping @Sendable () -> Void) { onTick.withLock { $0 = body } }
        func stop() { onTick.withLock { $0 = nil } }
        func tick() { onTick.withLock { $0 }?() }
    }

    struct Clock: MiddlewareProtocol, Sendable {
        var timer = ManualTimer()

        func handle(
            action: AppAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<AppState>
        ) -> IO<AppAction> {
            switch action {
            case .clock(.isOn(true)), .clock(.start):
                IO { output in timer.start { output.dispatch(.ticked) } }
            case .clock(.isOn(false)):
                IO { _ in timer.stop() }
            case .setting:
                IO { _ in if !state().isClockOn { timer.stop() } }
            default:
                .pure()
            }
        }
    }

    struct Reporter: MiddlewareProtocol, Sendable {
        func handle(
            action: AppAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<AppState>
        ) -> IO<AppAction> {
            .pure()
        }
    }
}

@Suite struct ClockExamples {
    private let timer = App.ManualTimer()
    private let processed = Recorder<App.AppAction>()

    private func store(
        _ middleware: GatedMiddleware<App.Clock>,
        isClockOn: Bool = false
    ) -> Store<App.AppAction, App.AppState> {
        Store(
            initialState: App.AppState(isClockOn: isClockOn),
            reducer: .reduce { [processed] action, state in
                processed.record(action)
                if case .setting(let isOn) = action { state.isClockOn = isOn }
            },
            middleware: middleware
        )
    }

    @Test func clockGatedByActionStartsWhenTurnedOnAndStopsWhenTurnedOff() {
        let clock = App.Clock(timer: timer).gated(controlAction: \App.AppAction.clock?.isOn, default: .bypass)
        let store = store(clock)
        store.dispatch(.clock(.isOn(true)))
        timer.tick()
        store.dispatch(.clock(.isOn(false)))
        #expect(!timer.isRunning)
        #expect(processed.events == [.clock(.isOn(true)), .ticked, .clock(.isOn(false))])
    }

    @Test func clockGatedByStateStopsWithTheSettingAndStartsWithASecondAction() {
        let clock = App.Clock(timer: timer).gated(state: \App.AppState.isClockOn)
        let store = store(clock)
        store.dispatch(.setting(isClockOn: true))
        #expect(!timer.isRunning)
        store.dispatch(.clock(.start))
        timer.tick()
        store.dispatch(.setting(isClockOn: false))
        #expect(!timer.isRunning)
        #expect(
            processed.events == [
                .setting(isClockOn: true), .clock(.start), .ticked, .setting(isClockOn: false),
            ]
        )
    }

    @Test func twoValuesOfAControlActionOpenAndCloseTheGate() {
        let gated = App.Reporter().gated(
            controlAction: \App.AppAction.reporter?.mode,
            turnOn: .live,
            turnOff: .paused,
            default: .active
        )
        let modes: [App.ReporterAction.Mode] = [.verbose, .paused, .verbose, .live]
        let states = modes.map { mode in
            _ = gated.handle(action: .reporter(.mode(mode)), from: .here()) { App.AppState() }
            return gated.gateState
        }
        #expect(states == [.active, .bypass, .bypass, .active])
    }

    @Test func partOfTheStateOpensAndClosesTheGate() {
        let gated = App.Reporter().gated(state: \App.AppState.isReporterOn)
        _ = Store(initialState: App.AppState(), reducer: .identity, middleware: gated)
    }
}
