// SPDX-License-Identifier: MIT

// Combine may behave differently in some of these cases.
#if !canImport(Combine)
import PublisherKit
import RexTestSupport
import Testing

/// The completion of subjects, and the objects that they keep until then.
@Suite struct SubjectEndTests {
    private final class Witness: Sendable {}

    /// A subscriber that passes its subscription to a subject.
    private final class Forwarding: Subscriber {
        private let subject: any Subject<Int, Oops>

        init(_ subject: any Subject<Int, Oops>) {
            self.subject = subject
        }

        func receive(subscription: any Subscription) { subject.send(subscription: subscription) }
        func receive(_ input: Int) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<Never>) {}
    }

    @Test(arguments: [Subscribers.Completion<Oops>.finished, .failure(.first)])
    func completionOfAPassthroughSubjectCancelsItsUpstreams(end: Subscribers.Completion<Oops>) {
        expectCancellation(by: PassthroughSubject(), end, requests: [])
    }

    @Test(arguments: [Subscribers.Completion<Oops>.finished, .failure(.first)])
    func completionOfACurrentValueSubjectCancelsItsUpstreams(end: Subscribers.Completion<Oops>) {
        expectCancellation(by: CurrentValueSubject(0), end, requests: ["unlimited", "unlimited"])
    }

    /// Completes a subject with two upstreams.
    ///
    /// - Parameter requests: The demand of the subject before.
    private func expectCancellation(
        by subject: some Subject<Int, Oops>,
        _ end: Subscribers.Completion<Oops>,
        requests: [String]
    ) {
        let events = Recorder<String>()
        let upstream = PassthroughSubject<Int, Never>().handleEvents(
            receiveCancel: { events.record("cancelled") },
            receiveRequest: { events.record("\($0)") }
        )
        upstream.subscribe(Forwarding(subject))
        upstream.subscribe(Forwarding(subject))
        #expect(events.events == requests)
        subject.send(completion: end)
        #expect(events.events == requests + ["cancelled", "cancelled"])
        upstream.subscribe(Forwarding(subject))
        #expect(events.events.suffix(3) == ["cancelled", "cancelled", "cancelled"])
    }

    @Test func passthroughSubjectKeepsNoValue() {
        let subject = PassthroughSubject<Witness, Never>()
        let count = Recorder<Int>()
        let subscription = subject.sink { _ in count.record(1) }
        weak var witness: Witness?
        do {
            let sent = Witness()
            witness = sent
            subject.send(sent)
        }
        #expect(witness == nil)
        let late = subject.sink { _ in count.record(2) }
        #expect(count.events == [1])
        subscription.cancel()
        late.cancel()
    }

    @Test func unrequestedLatestValueIsDroppedAtCompletion() {
        let subject = CurrentValueSubject<Int, Oops>(1)
        let probe = Probe(.none)
        subject.subscribe(probe)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(probe.events == events([], then: .finished))
        probe.request(1)
        #expect(probe.events == events([], then: .finished))
        #expect(subject.value == 2)
    }

    @Test func demandAtCompletionDoesNotRestoreTheLatestValue() {
        let subject = CurrentValueSubject<Int, Oops>(1)
        let probe = Probe(.max(1))
        probe.onValue = { _ in
            subject.send(2)
            subject.send(completion: .finished)
            return .max(1)
        }
        subject.subscribe(probe)
        #expect(probe.events == events([1], then: .finished))
    }

    @Test func unrequestedLatestPairIsDroppedAtCompletion() {
        let (left, right) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Int, Oops>())
        let probe = Probe(.none)
        left.combineLatest(right, +).subscribe(probe)
        left.send(1)
        right.send(2)
        left.send(completion: .failure(.first))
        probe.request(1)
        #expect(probe.events == events([], then: .failed(.first)))
    }

    @Test func resultOfAFutureWaitsForALateRequest() {
        let probe = Probe(.none)
        Future<Int, Oops> { promise in promise(.success(7)) }.subscribe(probe)
        #expect(probe.events == [.subscribed])
        probe.request(1)
        #expect(probe.events == events([7], then: .finished))
    }

    /// While it receives the first value, the subscriber sends two more values and requests none.
    @Test(arguments: [(1, [1]), (2, [1, 2]), (3, [1, 2, 3])])
    func nestedSendsUseUpTheDemandInOrder(demand: Int, values: [Int]) {
        let (passthrough, current) = (PassthroughSubject<Int, Oops>(), CurrentValueSubject<Int, Oops>(1))
        let (first, second) = (Probe(.max(demand)), Probe(.max(demand)))
        first.onValue = { value in
            if value == 1 { for next in [2, 3] { passthrough.send(next) } }
            return .none
        }
        second.onValue = { value in
            if value == 1 { for next in [2, 3] { current.send(next) } }
            return .none
        }
        passthrough.subscribe(first)
        passthrough.send(1)
        current.subscribe(second)
        #expect([first, second].map(\.values) == [values, values])
        for probe in [first, second] { probe.request(1) }
        #expect(first.values == values)
        #expect(second.values == (demand < 3 ? values + [3] : values))
    }

    @Test func additionalDemandOfAValueFollowsTheNestedSends() {
        let (passthrough, current) = (PassthroughSubject<Int, Oops>(), CurrentValueSubject<Int, Oops>(1))
        let (first, second) = (Probe(.max(1)), Probe(.max(1)))
        first.onValue = { value in
            if value == 1 { for next in [2, 3] { passthrough.send(next) } }
            return .max(1)
        }
        second.onValue = { value in
            if value == 1 { for next in [2, 3] { current.send(next) } }
            return .max(1)
        }
        passthrough.subscribe(first)
        passthrough.send(1)
        current.subscribe(second)
        #expect(first.values == [1])
        #expect(second.values == [1, 3])
        passthrough.send(4)
        #expect(first.values == [1, 4])
    }
}
#endif
