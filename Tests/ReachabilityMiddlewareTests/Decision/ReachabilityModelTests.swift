// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore
import Testing

@Suite struct ReachabilityModelTests {
    private static let steps: [ReachabilityStep] = [
        .dispatch(.startMonitoring), .dispatch(.stopMonitoring), .dispatch(.gotOffline),
        .path(.offline), .path(.wired), .path(.cellular),
        .path(NetworkPath(interface: .wifi, isExpensive: true, isConstrained: true)),
        .path(NetworkPath(interface: .other, isConstrained: true)),
    ]

    @Test func everyShortSequenceMatchesTheModel() {
        for sequence in ReachabilityStep.sequences(of: Self.steps, upTo: 4) {
            var model = ReachabilityModel()
            let subject = PathSubject()
            let journal = ReachabilityJournal()
            let store = journal.store(subject.monitor)
            for step in sequence {
                model.apply(step)
                switch step {
                case .dispatch(let event): store.dispatch(event)
                case .path(let path): subject.send(path)
                }
            }
            #expect(journal.events == model.events, "\(sequence)")
            #expect(store.state == model.state, "\(sequence)")
        }
    }

    @Test func modelDetectsADifferentSequence() {
        var model = ReachabilityModel()
        for step in [ReachabilityStep.path(.wired), .dispatch(.startMonitoring), .path(.wired)] { model.apply(step) }
        #expect(model.events == [.startMonitoring, .connectedToWired, .becameCheap, .becameUnconstrained])
    }
}
