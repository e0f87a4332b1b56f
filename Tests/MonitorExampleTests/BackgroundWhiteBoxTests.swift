// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

@testable import MonitorExample

/// The app in a test world, one event after the other.
@Suite struct BackgroundWhiteBoxTests {
    private struct NoLifecycle: AppLifecyclePublisher {
        func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void { {} }
    }

    private let ticks = PassthroughSubject<Void, Never>()
    private let events = Recorder<String>()

    private func startedApp() -> Store<AppAction, AppState> {
        let world = World(
            lifecycle: NoLifecycle(),
            sampling: SamplingDependencies(
                ticks: { [ticks, events] in
                    ticks.handleEvents(receiveCancel: { events.record("cancelled") }).eraseToAnyPublisher()
                },
                sample: { () throws(SampleFailure) in Sample(load: 3, memory: 50) }
            ),
            quietSwitch: { Empty().eraseToAnyPublisher() },
            print: { [events] line in events.record(line) }
        )
        let store = Store(initialState: AppState(), feature: app, dependencies: world)
        for action in [AppLifecycleAction.willEnterForeground, .didBecomeActive] { store.dispatch(.lifecycle(action)) }
        store.dispatch(.sampling(.start))
        return store
    }

    @Test func nothingIsSaidInTheBackgroundAndAlertsAreReportedAfterIt() {
        let store = startedApp()
        ticks.send()
        store.dispatch(.lifecycle(.willBecomeInactive))
        ticks.send()
        store.dispatch(.lifecycle(.didEnterBackground))
        ticks.send()
        store.dispatch(.load(.limit(2)))
        let sample = "load 3.00, memory 50.0 %"
        #expect(events.events == [sample, sample, "stopped; samples: 2, alerts: 0"])
        store.dispatch(.lifecycle(.willEnterForeground))
        store.dispatch(.lifecycle(.didBecomeActive))
        ticks.send()
        #expect(events.events.dropFirst(3) == ["ALERT: load 3.00 is above 2.00", sample])
    }

    @Test func endOfTheStoreCancelsTheTicks() {
        var store: Store<AppAction, AppState>? = startedApp()
        #expect(store?.state.sampling.count == 0)
        store = nil
        ticks.send()
        #expect(events.events == ["cancelled"])
    }
}
