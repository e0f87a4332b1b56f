// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct ReachabilityLifetimeTests {
    private let subject = PathSubject()
    private let journal = ReachabilityJournal()

    @Test func monitorDoesNotStartByItself() {
        let store = journal.store(subject.monitor)
        #expect(subject.startCount == 0)
        store.dispatch(.connectedToWifi)
        #expect(subject.startCount == 0)
    }

    @Test func secondStartDoesNothing() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        store.dispatch(.startMonitoring)
        #expect(subject.startCount == 1)
        subject.send(.wired)
        #expect(journal.events.count == 5)
        store.dispatch(.stopMonitoring)
        #expect(subject.activeCount == 0)
    }

    @Test func stopWithoutAStartDoesNothing() {
        let store = journal.store(subject.monitor)
        store.dispatch(.stopMonitoring)
        store.dispatch(.startMonitoring)
        #expect(subject.startCount == 1)
        #expect(subject.activeCount == 1)
    }

    @Test func stopEndsTheMonitorAndResetsTheState() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        store.dispatch(.stopMonitoring)
        #expect(subject.activeCount == 0)
        #expect(store.state == .initial)
    }

    @Test func pathReportedWhileTheMonitorIsEndedIsDropped() {
        let store = journal.store(PathMonitor { handler in { handler(.cellular) } })
        store.dispatch(.startMonitoring)
        store.dispatch(.stopMonitoring)
        #expect(journal.events == [.startMonitoring, .stopMonitoring])
        #expect(store.state == .initial)
    }

    @Test func latePathOfAnEndedMonitorIsDropped() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        store.dispatch(.stopMonitoring)
        subject.send(.wifi)
        #expect(journal.events == [.startMonitoring, .stopMonitoring])
        #expect(store.state == .initial)
    }

    @Test func latePathOfAnEndedMonitorIsDroppedAfterARestartToo() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        store.dispatch(.stopMonitoring)
        store.dispatch(.startMonitoring)
        subject.send(.wired, toRun: 1)
        subject.send(.wifi, toRun: 0)
        #expect(store.state.connectivity == .wired)
    }

    @Test func failedStartIsRevertedAndALaterStartTriesAgain() {
        let attempts = Recorder<Bool>()
        let store = journal.store(
            PathMonitor { [subject] handler in
                attempts.record(attempts.events.count == 2)
                return attempts.events.last == true ? subject.monitor.start(handler) : nil
            }
        )
        let failure: [ReachabilityEvent] = [.startMonitoring, .stopMonitoring]
        for _ in 1...2 {
            store.dispatch(.startMonitoring)
            #expect(store.state == .initial)
        }
        #expect(journal.events == failure + failure)
        #expect(journal.recorder.events.last?.dispatcher.info == "The monitor could not start.")
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        #expect(store.state.isMonitoring)
        #expect(store.state.connectivity == .wired)
        #expect(attempts.events == [false, false, true])
        store.dispatch(.stopMonitoring)
        #expect(subject.activeCount == 0)
    }

    @Test func restartSendsTheSameThreeEventsAgain() {
        let store = journal.store(subject.monitor)
        let run: [ReachabilityEvent] = [.startMonitoring, .connectedToWired, .becameCheap, .becameUnconstrained]
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        store.dispatch(.stopMonitoring)
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        #expect(journal.events == run + [.stopMonitoring] + run)
        #expect(subject.startCount == 2)
    }

    @Test func stopBetweenTheEventsOfAPathDropsTheRemainingOnes() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        let observation = store.observe { state in
            if state.connectivity == .wired { store.dispatch(.stopMonitoring) }
        }
        subject.send(.wired)
        #expect(journal.events == [.startMonitoring, .connectedToWired, .stopMonitoring])
        #expect(store.state == .initial)
        observation.cancel()
    }

    @Test func releasingTheStoreEndsTheMonitorAndReleasesTheMiddleware() {
        weak var middleware: ReachabilityMiddleware?
        do {
            let made = ReachabilityMiddleware(ReachabilityMiddlewareDependencies(pathMonitor: subject.monitor))
            middleware = made
            let store = Store(initialState: .initial, reducer: .reachability, middleware: made <> journal)
            store.dispatch(.startMonitoring)
            subject.send(.wired)
            #expect(subject.activeCount == 1)
        }
        #expect(subject.activeCount == 0)
        #expect(middleware == nil)
        subject.send(.wifi)
        #expect(journal.events.count == 4)
    }

    @Test func readerMakesAMiddlewareFromItsDependencies() {
        let reader = MiddlewareReader.reachability
        let dependencies = ReachabilityMiddlewareDependencies(pathMonitor: subject.monitor)
        let store = Store(
            initialState: .initial,
            reducer: .reachability,
            middleware: reader.inject(dependencies) <> journal
        )
        store.dispatch(.startMonitoring)
        subject.send(.wifi)
        #expect(journal.events == [.startMonitoring, .connectedToWifi, .becameCheap, .becameUnconstrained])
    }
}
