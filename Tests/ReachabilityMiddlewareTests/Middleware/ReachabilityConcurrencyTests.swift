// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct ReachabilityConcurrencyTests {
    private static let paths: [NetworkPath] = [
        .wired, .wifi, .cellular, .offline, NetworkPath(interface: .wifi, isConstrained: true),
    ]

    private let subject = PathSubject()
    private let journal = ReachabilityJournal()

    @Test func noEventIsRepeatedForPathsOfManyThreads() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        onThreads(4) { thread in
            for round in 0..<(hasFewRounds ? 500 : 5_000) {
                subject.send(Self.paths[(round + thread) % Self.paths.count])
            }
        }
        var state = ReachabilityState.initial
        for event in journal.events {
            let before = state
            Reducer.reachability.reduce(event, &state)
            #expect(state != before)
        }
        #expect(state == store.state)
    }

    @Test func changesAreNotLostWhileOtherThreadsDispatch() {
        let store = journal.store(subject.monitor)
        store.dispatch(.startMonitoring)
        onThreads(3) { thread in
            for round in 0..<5_000 {
                if thread == 0 {
                    subject.send(Self.paths[round % Self.paths.count])
                } else {
                    store.dispatch(.startMonitoring)
                }
            }
        }
        subject.send(.cellular)
        let last = ReachabilityState(
            isMonitoring: true,
            connectivity: .cellular,
            isExpensive: true,
            isConstrained: false
        )
        #expect(store.state == last)
        #expect(subject.startCount == 1)
    }

    @Test func latePathsOfAnEndedRunChangeNothingWhileOtherRunsCannotStart() {
        let store = journal.store(
            PathMonitor { [subject] handler in
                let cancel = subject.monitor.start(handler)
                return subject.startCount == 1 ? cancel : nil
            }
        )
        store.dispatch(.startMonitoring)
        store.dispatch(.stopMonitoring)
        onThreads(2) { thread in
            for round in 0..<1_000 {
                if thread == 0 {
                    store.dispatch(.startMonitoring)
                } else {
                    subject.send(Self.paths[round % Self.paths.count], toRun: 0)
                }
            }
        }
        #expect(store.state == .initial)
        #expect(subject.startCount == 1_001)
    }

    @Test func startsAndStopsOnOneThreadAndPathsOnAnotherEndWithTheLastPath() {
        let store = journal.store(subject.monitor)
        onThreads(2) { thread in
            for round in 0..<1_000 {
                if thread == 0 {
                    store.dispatch(.startMonitoring)
                    store.dispatch(.stopMonitoring)
                } else {
                    subject.send(Self.paths[round % Self.paths.count])
                }
            }
        }
        #expect(subject.activeCount == 0)
        store.dispatch(.startMonitoring)
        for path in [NetworkPath.wired, .cellular] { subject.send(path) }
        let last = ReachabilityState(
            isMonitoring: true,
            connectivity: .cellular,
            isExpensive: true,
            isConstrained: false
        )
        #expect(store.state == last)
    }
}
