// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PublisherMiddleware
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

@testable import MonitorExample

/// The alerts, and their times.
@Suite struct AlertWhiteBoxTests {
    private struct NoLifecycle: AppLifecyclePublisher {
        func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void { {} }
    }

    private let sample = Lock(Result<Sample, SampleFailure>.success(Sample(load: 1, memory: 40)))
    private let lines = Recorder<String>()

    /// Starts the app, which takes a sample at once and after each second.
    private func startedApp(memoryLimit: Double = 90, isQuiet: Bool = false) -> TestStore<AppAction, AppState> {
        let time = TestWorld()
        let test = TestStore(
            initialState: AppState(),
            feature: app,
            dependencies: world(time.scheduler),
            checks: .onlyWhatIsSaid,
            in: time
        )
        for action in [AppLifecycleAction.willEnterForeground, .didBecomeActive] { test.send(.lifecycle(action)) }
        test.send(.load(.limit(2)))
        test.send(.memory(.limit(memoryLimit)))
        if isQuiet { test.send(.alerts(.toggleQuiet)) }
        test.send(.sampling(.start))
        return test
    }

    private func world(_ scheduler: TestScheduler) -> World {
        World(
            lifecycle: NoLifecycle(),
            sampling: SamplingDependencies(
                ticks: {
                    let ticks = PassthroughSubject<Void, Never>()
                    let second = scheduler.now.advanced(by: .seconds(1))
                    let timer = scheduler.schedule(after: second, interval: .seconds(1)) { ticks.send() }
                    return ticks.prepend(()).handleEvents(receiveCancel: { timer.cancel() }).eraseToAnyPublisher()
                },
                sample: { [sample] () throws(SampleFailure) in try sample.withLock { $0 }.get() }
            ),
            quietSwitch: { Empty().eraseToAnyPublisher() },
            print: { [lines] line in lines.record(line) }
        )
    }

    private func set(load: Double, memory: Double = 40) {
        sample.withLock { $0 = .success(Sample(load: load, memory: memory)) }
    }

    @Test func loadAboveItsLimitIsAlertedOnceAndItsEndIsReported() {
        let test = startedApp()
        for load in [2, 2.01, 7.5, 0.2] {
            set(load: load)
            test.advance(by: .seconds(1))
        }
        test.send(.lifecycle(.didEnterBackground))
        test.finish()
        #expect(
            lines.events == [
                "load 1.00, memory 40.0 %", "load 2.00, memory 40.0 %", "load 2.01, memory 40.0 %",
                "ALERT: load 2.01 is above 2.00", "load 7.50, memory 40.0 %", "load 0.20, memory 40.0 %",
                "over: load 0.20 is no longer above its limit", "stopped; samples: 5, alerts: 1",
            ]
        )
    }

    @Test func memoryHasALimitOfItsOwn() {
        let test = startedApp(memoryLimit: 50)
        for memory in [51.0, 50] {
            set(load: 1, memory: memory)
            test.advance(by: .seconds(1))
        }
        test.finish()
        #expect(
            lines.events == [
                "load 1.00, memory 40.0 %", "load 1.00, memory 51.0 %", "ALERT: memory 51.0 % is above 50.0 %",
                "load 1.00, memory 50.0 %", "over: memory 50.0 % is no longer above its limit",
            ]
        )
    }

    @Test func quietAlertsAreRaisedAndReportedOnceTheyAreHeard() {
        set(load: 3, memory: 95)
        let test = startedApp(isQuiet: true)
        test.advance(by: .seconds(1))
        test.send(.alerts(.toggleQuiet))
        test.send(.alerts(.toggleQuiet))
        set(load: 1, memory: 95)
        test.advance(by: .seconds(1))
        test.send(.alerts(.toggleQuiet))
        test.send(.lifecycle(.didEnterBackground))
        test.finish()
        #expect(
            lines.events == [
                "alerts are quiet", "load 3.00, memory 95.0 %", "load 3.00, memory 95.0 %", "alerts are heard",
                "ALERT: load 3.00 is above 2.00\nALERT: memory 95.0 % is above 90.0 %", "alerts are quiet",
                "load 1.00, memory 95.0 %", "alerts are heard", "stopped; samples: 3, alerts: 2",
            ]
        )
    }

    @Test func alertsThatWereNotHeardAreCountedAsMuted() {
        set(load: 3, memory: 95)
        let test = startedApp(isQuiet: true)
        set(load: 1, memory: 95)
        test.advance(by: .seconds(1))
        test.send(.alerts(.toggleQuiet))
        test.send(.lifecycle(.didEnterBackground))
        test.finish()
        #expect(lines.events.last == "stopped; samples: 2, alerts: 2, muted: 1")
    }

    @Test func sampleThatFailsIsReportedAndTheNextOneIsTaken() {
        let test = startedApp()
        sample.withLock { $0 = .failure(SampleFailure(description: "meminfo has no MemTotal")) }
        test.advance(by: .seconds(1))
        set(load: 1, memory: 30)
        test.advance(by: .seconds(1))
        test.finish()
        #expect(
            lines.events == [
                "load 1.00, memory 40.0 %", "no sample: meminfo has no MemTotal", "load 1.00, memory 30.0 %",
            ]
        )
    }
}
