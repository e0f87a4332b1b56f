// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

@Suite struct SubjectTests {
    @Test func passthroughSubjectSendsOnlyValuesAfterTheSubscription() {
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe()
        subject.send(1)
        subject.subscribe(probe)
        subject.send(2)
        subject.send(completion: .finished)
        subject.send(3)
        subject.send(completion: .failure(.first))
        #expect(probe.events == events([2], then: .finished))
    }

    @Test func passthroughSubjectDropsUnrequestedValues() {
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe(.max(1))
        subject.subscribe(probe)
        for value in 1...3 { subject.send(value) }
        probe.request(1)
        probe.request(1)
        for value in 4...6 { subject.send(value) }
        subject.send(completion: .failure(.first))
        #expect(probe.events == events([1, 4, 5], then: .failed(.first)))
    }

    @Test func currentValueIsDeliveredFirstAndReadable() {
        let subject = CurrentValueSubject<Int, Oops>(1)
        let probe = Probe()
        subject.subscribe(probe)
        subject.send(2)
        subject.value = 3
        #expect(subject.value == 3)
        subject.send(completion: .finished)
        subject.send(4)
        #expect(subject.value == 3)
        subject.value = 4
        #expect(subject.value == 4)
        #expect(probe.events == events([1, 2, 3], then: .finished))
    }

    @Test func currentValueIsKeptForLateDemand() {
        let subject = CurrentValueSubject<Int, Oops>(1)
        let probe = Probe(.none)
        subject.subscribe(probe)
        for value in 2...4 { subject.send(value) }
        probe.request(1)
        #expect(probe.values == [4])
        subject.send(5)
        subject.send(6)
        probe.request(2)
        subject.send(7)
        #expect(probe.values == [4, 6, 7])
    }

    @Test func completedSubjectSendsNewSubscribersOnlyTheCompletion() {
        let (passthrough, current) = (PassthroughSubject<Int, Oops>(), CurrentValueSubject<Int, Oops>(1))
        passthrough.send(completion: .failure(.first))
        current.send(completion: .finished)
        let (first, second) = (Probe(.none), Probe(.none))
        passthrough.subscribe(first)
        current.subscribe(second)
        #expect(first.events == events([], then: .failed(.first)))
        #expect(second.events == events([], then: .finished))
    }

    @Test func eachSubscriberGetsAllValuesInOrderIncludingNestedSends() {
        let subject = PassthroughSubject<Int, Oops>()
        let (sender, listener) = (Probe(), Probe())
        sender.onValue = { value in
            if value < 5 { subject.send(value + 1) } else { subject.send(completion: .finished) }
            return .none
        }
        subject.subscribe(sender)
        subject.subscribe(listener)
        subject.send(1)
        #expect(sender.events == events(1...5, then: .finished))
        #expect(listener.events == events(1...5, then: .finished))
    }

    @Test func chainOfNestedSendsNeedsNoStack() {
        let subject = PassthroughSubject<Int, Never>()
        let count = Recorder<Int>()
        let subscription = subject.sink { value in
            if value < 100_000 { subject.send(value + 1) } else { count.record(value) }
        }
        subject.send(1)
        #expect(count.events == [100_000])
        subscription.cancel()
    }

    @Test func subscriberCanCancelItselfAndOthersDuringADelivery() {
        let subject = PassthroughSubject<Int, Oops>()
        let (first, second, third) = (Probe(), Probe(), Probe())
        first.onValue = { [unowned first] _ in
            first.cancel()
            third.cancel()
            return .none
        }
        for probe in [first, second, third] { subject.subscribe(probe) }
        subject.send(1)
        subject.send(2)
        #expect([first, second, third].map(\.values) == [[1], [1, 2], []])
    }

    @Test func manyThreadsSendOneValueAtATimeInOneOrder() {
        let subject = CurrentValueSubject<Int, Never>(-1)
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let isBusy = Recorder<Bool>()
        let subscriptions = [
            subject.sink { value in
                isBusy.record(true)
                first.record(value)
                isBusy.record(false)
            },
            subject.sink { second.record($0) },
        ]
        onThreads(4) { thread in
            for value in 0..<1_000 { subject.send(thread * 1_000 + value) }
        }
        #expect(first.events.count == 4_001)
        #expect(first.events == second.events)
        #expect(first.events.last == subject.value)
        #expect(isBusy.events == (0..<4_001).flatMap { _ in [true, false] })
        for thread in 0..<4 {
            let own = first.events.filter { $0 >= 0 && $0 / 1_000 == thread }
            #expect(own == Array(thread * 1_000..<(thread + 1) * 1_000))
        }
        subscriptions.forEach { $0.cancel() }
    }

    @Test func threadsCanSubscribeCancelAndSendConcurrently() {
        let subject = PassthroughSubject<Int, Never>()
        let (all, passing) = (Recorder<Int>(), Recorder<Int>())
        let subscription = subject.sink { all.record($0) }
        onThreads(4) { thread in
            for value in 0..<500 {
                let subscription = subject.sink { if $0 == value { passing.record(value) } }
                subject.send(value)
                if thread.isMultiple(of: 2) { subscription.cancel() }
            }
        }
        #expect(all.events.sorted() == (0..<500).flatMap { [$0, $0, $0, $0] })
        subscription.cancel()
        let before = passing.events.count
        #expect(before > 0)
        subject.send(0)
        #expect(passing.events.count == before)
        #expect(all.events.count == 2_000)
    }

    @Test func subjectForwardsThePublisherItIsSubscribedTo() {
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe()
        subject.subscribe(probe)
        let stub = [1, 2].publisher.setFailureType(to: Oops.self).subscribe(subject)
        #expect(probe.events == events([1, 2], then: .finished))
        stub.cancel()
    }

    @Test func subscribedSubjectGetsTheSubscriptionAndIsReleasedWithIt() {
        let events = Recorder<String>()
        let upstream = CurrentValueSubject<Int, Oops>(1)
        weak var weakSubject: PassthroughSubject<Int, Oops>?
        let probe = Probe(.none)
        let stub: AnyCancellable
        do {
            let subject = PassthroughSubject<Int, Oops>()
            weakSubject = subject
            stub =
                upstream
                .handleEvents(receiveCancel: { events.record("cancelled") }, receiveRequest: { events.record("\($0)") })
                .subscribe(subject)
            #expect(events.events == [])
            subject.subscribe(probe)
        }
        #expect(events.events == [])
        probe.request(1)
        #expect(events.events == ["unlimited"])
        #expect(probe.values == [1])
        probe.request(1)
        upstream.send(2)
        #expect(events.events == ["unlimited"])
        stub.cancel()
        upstream.send(3)
        #expect(events.events == ["unlimited", "cancelled"])
        #expect(probe.values == [1, 2])
        probe.cancelAndForget()
        #expect(weakSubject == nil)
    }

    @Test func currentValueSubjectRequestsValuesBeforeItsSubscribersDo() {
        let events = Recorder<String>()
        let subject = CurrentValueSubject<Int, Oops>(0)
        let stub = PassthroughSubject<Int, Oops>()
            .handleEvents(receiveRequest: { events.record("\($0)") })
            .subscribe(subject)
        #expect(events.events == ["unlimited"])
        stub.cancel()
    }

    @Test func releasedSubjectCancelsItsUpstream() {
        let cancellations = Recorder<String>()
        let upstream = PassthroughSubject<Int, Never>()
        var subject: PassthroughSubject<Int, Never>? = PassthroughSubject()
        let forwarding = Forwarding(subject)
        upstream.handleEvents(receiveCancel: { cancellations.record("cancelled") }).subscribe(forwarding)
        #expect(cancellations.events.isEmpty)
        forwarding.subject = nil
        withExtendedLifetime(subject) {}
        subject = nil
        #expect(cancellations.events == ["cancelled"])
    }
}

/// A subscriber that sends its subscription to a subject.
private final class Forwarding: Subscriber {
    var subject: PassthroughSubject<Int, Never>?

    init(_ subject: PassthroughSubject<Int, Never>?) {
        self.subject = subject
    }

    func receive(subscription: any Subscription) { subject?.send(subscription: subscription) }

    func receive(_ input: Int) -> Subscribers.Demand { .none }

    func receive(completion: Subscribers.Completion<Never>) {}
}
