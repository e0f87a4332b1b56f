// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import Testing

@Suite struct ReachabilityDecisionTests {
    @Test func laggingStateEndsWithTheLastPath() {
        for sequence in ReachabilityStep.sequences(of: LaggingStore.Step.allCases, upTo: 6) {
            var store = LaggingStore.monitoring
            for step in sequence { store.apply(step) }
            store.processAll()
            guard let path = store.lastPath else { continue }
            let connectivity: ConnectedInterface = path.interface != nil ? .wired : .offline
            #expect(store.state.connectivity == connectivity, "\(sequence)")
            #expect(store.state.isExpensive == path.isExpensive, "\(sequence)")
            #expect(store.state.isConstrained == path.isConstrained, "\(sequence)")
        }
    }

    @Test func runWithoutAStopSendsNoRedundantEvent() {
        let steps = LaggingStore.Step.allCases.filter { $0 != .stop }
        for sequence in ReachabilityStep.sequences(of: steps, upTo: 6) {
            var store = LaggingStore.monitoring
            for step in sequence { store.apply(step) }
            store.processAll()
            #expect(store.needlessEvents.isEmpty, "\(sequence)")
        }
    }

    @Test func onlyOneCallerSendsAtATimeInTheOrderOfDecision() {
        var decision = ReachabilityDecision()
        let generation = decision.begin()
        let first = decision.receive(.wired, of: generation, state: .initial)
        var sent = [decision.next()]
        let second = decision.receive(.wifi, of: generation, state: .initial)
        sent += decision.rest()
        let third = decision.receive(.offline, of: generation, state: .initial)
        #expect([first, second, third] == [true, false, true])
        #expect(sent == [.connectedToWired, .becameCheap, .becameUnconstrained, .connectedToWifi])
    }

    @Test func callerDoesNotSendWithoutEvents() {
        var decision = ReachabilityDecision()
        let generation = decision.begin()
        let first = decision.events(of: .wired, in: generation, state: .initial)
        let isToSend = decision.receive(.wired, of: generation, state: .initial)
        #expect(!first.isEmpty)
        #expect(!isToSend)
        #expect(decision.next() == nil)
    }

    /// A closed gate may have dropped the events of an earlier run.
    ///
    /// The new run must not rely on them.
    @Test func lostEventsOfAnEarlierRunAreSentAgain() {
        var decision = ReachabilityDecision()
        let first = decision.begin()
        let lost = decision.events(of: .wired, in: first, state: .initial)
        decision.stop()
        let second = decision.begin()
        let again = decision.events(of: .wired, in: second, state: .initial)
        #expect(lost == [.connectedToWired, .becameCheap, .becameUnconstrained])
        #expect(again == lost)
    }

    @Test func lostEventsAreForgottenWhenALaterOneArrives() {
        var decision = ReachabilityDecision()
        let generation = decision.begin()
        let known = ReachabilityState(
            isMonitoring: true,
            connectivity: .wifi,
            isExpensive: false,
            isConstrained: false
        )
        let sent = [NetworkPath.wired, .offline, .wifi].map { path in
            decision.events(of: path, in: generation, state: known)
        }
        #expect(sent == [[.connectedToWired], [.gotOffline], [.connectedToWifi]])
        #expect(decision.expectsEvents)
        decision.processed(.connectedToWifi)
        #expect(!decision.expectsEvents)
    }

    @Test func memoryForLostEventsIsBounded() {
        var decision = ReachabilityDecision()
        let generation = decision.begin()
        for round in 0..<10_000 {
            let path = round.isMultiple(of: 2) ? NetworkPath.wired : .wifi
            let events = decision.events(of: path, in: generation, state: .initial)
            #expect(events.contains(round.isMultiple(of: 2) ? .connectedToWired : .connectedToWifi))
        }
        var remembered = 0
        while decision.expectsEvents {
            decision.processed(remembered.isMultiple(of: 2) ? .connectedToWired : .connectedToWifi)
            remembered += 1
        }
        #expect((1...64).contains(remembered))
    }
}
