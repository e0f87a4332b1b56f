// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct ReachabilityMiddlewareTests {
    private let subject = PathSubject()
    private let journal = ReachabilityJournal()

    @Test func firstPathInTheInitialStateCausesThreeEvents() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        #expect(journal.events == [.startMonitoring, .connectedToWired, .becameCheap, .becameUnconstrained])
        let known = ReachabilityState(
            isMonitoring: true,
            connectivity: .wired,
            isExpensive: false,
            isConstrained: false
        )
        #expect(store.state == known)
    }

    @Test func repeatedPathSendsNothing() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        subject.send(.wired)
        #expect(journal.events.count == 4)
        withExtendedLifetime(store) {}
    }

    @Test func eachChangeCausesItsEventsInOrder() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        subject.send(NetworkPath(interface: .wifi, isExpensive: true, isConstrained: true))
        subject.send(.cellular)
        subject.send(.offline)
        subject.send(NetworkPath(interface: .wifi, isExpensive: true, isConstrained: true))
        let expected: [ReachabilityEvent] = [
            .startMonitoring, .connectedToWifi,
            .connectedToCellular, .becameUnconstrained,
            .gotOffline, .becameCheap,
            .connectedToWifi, .becameExpensive, .becameConstrained,
        ]
        #expect(journal.events == expected)
        withExtendedLifetime(store) {}
    }

    @Test func interfaceOfUnknownKindIsNotOffline() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        subject.send(NetworkPath(interface: .other))
        #expect(store.state.connectivity == .wired)
    }

    @Test func eventsThatWouldNotChangeTheStateAreNotSent() {
        let restored = ReachabilityState(
            isMonitoring: false,
            connectivity: .wired,
            isExpensive: false,
            isConstrained: true
        )
        let store = journal.store(subject.monitor, state: restored)
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        #expect(journal.events == [.startMonitoring, .becameUnconstrained])
    }

    @Test func nextPathCorrectsEventsThatTheAppDispatched() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        store.dispatch(.gotOffline)
        subject.send(.wired)
        #expect(journal.events.suffix(2) == [.gotOffline, .connectedToWired])
    }

    @Test func sourceNamesTheMiddleware() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        subject.send(.wired)
        let sources = journal.recorder.events.dropFirst().map(\.dispatcher)
        #expect(sources.count == 3)
        #expect(Set(sources.map(\.file)) == ["ReachabilityMiddleware/ReachabilityMiddleware.swift"])
        #expect(Set(sources.map(\.function)) == ["reachability"])
        #expect(Set(sources.map(\.info)) == [nil])
        withExtendedLifetime(store) {}
    }

    @Test func monitorStartsAfterTheReducer() {
        let states = Recorder<ReachabilityState>()
        let store = Lock<Store<ReachabilityEvent, ReachabilityState>?>(nil)
        let monitor = PathMonitor { _ in
            if let state = store.withLock(\.?.state) { states.record(state) }
            return {}
        }
        store.withLock { $0 = journal.store(monitor) }
        store.withLock({ $0 })?.dispatch(.startMonitoring)
        #expect(states.events.map(\.isMonitoring) == [true])
    }

    @Test func pathsReportedDuringTheStartCount() {
        let store = journal.store(.scripted([.wired, .offline, .cellular]))
        store.dispatch(.startMonitoring)
        let expected: [ReachabilityEvent] = [
            .startMonitoring, .connectedToWired, .becameCheap, .becameUnconstrained,
            .gotOffline, .connectedToCellular, .becameExpensive,
        ]
        #expect(journal.events == expected)
        withExtendedLifetime(store) {}
    }
}
