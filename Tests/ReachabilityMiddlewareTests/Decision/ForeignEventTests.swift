// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import Testing

/// How the decision handles events that it did not send, or that it sent in an earlier run.
@Suite struct ForeignEventTests {
    private static let wired: [ReachabilityEvent] = [.connectedToWired, .becameCheap, .becameUnconstrained]

    @Test(arguments: wired)
    func foreignEventThatEqualsAnUnsentOneRemovesNothing(event: ReachabilityEvent) {
        var decision = ReachabilityDecision()
        let generation = decision.begin()
        _ = decision.receive(.wired, of: generation, state: .initial)
        decision.processed(event)
        let sent = decision.rest()
        #expect(sent == Self.wired)
    }

    @Test func foreignEventThatEqualsTheSecondUnsentOneRemovesNothingAfterASentOne() {
        var decision = ReachabilityDecision()
        let generation = decision.begin()
        _ = decision.receive(.wired, of: generation, state: .initial)
        let first = decision.next()
        decision.processed(.becameCheap)
        let sent = [first].compactMap(\.self) + decision.rest()
        #expect(sent == Self.wired)
        for event in Self.wired { decision.processed(event) }
        #expect(!decision.expectsEvents)
    }

    /// Its event may still arrive and would win, if the newest run only considered the current
    /// state.
    @Test func eventInFlightOfTheRunBeforeTheLastIsConsidered() {
        let known = ReachabilityState(
            isMonitoring: true,
            connectivity: .wired,
            isExpensive: false,
            isConstrained: false
        )
        var decision = ReachabilityDecision()
        let sent = decision.events(of: .offline, in: decision.begin(), state: known)
        decision.stop()
        _ = decision.begin()
        decision.stop()
        let third = decision.begin()
        let again = decision.events(of: .wired, in: third, state: known)
        #expect(sent == [.gotOffline])
        #expect(again == [.connectedToWired])
        decision.processed(.gotOffline)
        decision.processed(.connectedToWired)
        #expect(!decision.expectsEvents)
    }

    /// The events of the earlier run were lost, as the arrival of the first event of this run
    /// shows.
    @Test func eventIsNotSentAgainOnceAnEventOfTheRunHasArrived() {
        var decision = ReachabilityDecision()
        _ = decision.events(of: .offline, in: decision.begin(), state: .initial)
        decision.stop()
        let generation = decision.begin()
        let sent = decision.events(of: .wired, in: generation, state: .initial)
        #expect(sent == Self.wired)
        var state = ReachabilityState.initial
        for event in sent {
            state.apply(event)
            decision.processed(event)
            let again = decision.events(of: .wired, in: generation, state: state)
            #expect(again == [], "after \(event)")
        }
        #expect(!decision.expectsEvents)
    }
}

extension ReachabilityState {
    fileprivate mutating func apply(_ event: ReachabilityEvent) {
        switch event {
        case .connectedToWired: connectivity = .wired
        case .becameCheap: isExpensive = false
        case .becameUnconstrained: isConstrained = false
        default: preconditionFailure("The test took \(event), which it does not know.")
        }
    }
}
