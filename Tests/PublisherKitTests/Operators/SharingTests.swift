// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

/// Publishers that many subscribers share.
@Suite struct SharingTests {
    private let subject = PassthroughSubject<Int, Oops>()
    private let upstreamEvents = Recorder<String>()

    private var upstream: some Publisher<Int, Oops> {
        subject.handleEvents(
            receiveSubscription: { [upstreamEvents] _ in upstreamEvents.record("subscribed") },
            receiveCancel: { [upstreamEvents] in upstreamEvents.record("cancelled") },
            receiveRequest: { [upstreamEvents] in upstreamEvents.record("\($0)") }
        )
    }

    @Test func shareSubscribesOnceAndCancelsWithTheLastSubscriber() {
        let shared = upstream.share()
        let (first, second, third) = (Probe(), Probe(), Probe())
        shared.subscribe(first)
        subject.send(1)
        shared.subscribe(second)
        subject.send(2)
        #expect(upstreamEvents.events == ["subscribed", "unlimited"])
        first.cancel()
        first.cancel()
        subject.send(3)
        #expect(upstreamEvents.events == ["subscribed", "unlimited"])
        second.cancel()
        #expect(upstreamEvents.events == ["subscribed", "unlimited", "cancelled"])
        shared.subscribe(third)
        subject.send(4)
        #expect(upstreamEvents.events.suffix(2) == ["subscribed", "unlimited"])
        #expect([first, second, third].map(\.values) == [[1, 2], [2, 3], [4]])
        third.cancel()
    }

    @Test func shareDeliversAllValuesToTheFirstSubscriberAndTheCompletionToLaterOnes() {
        let shared = Record<Int, Oops>(output: [1, 2], completion: .failure(.second)).share()
        let (first, second) = (Probe(), Probe())
        shared.subscribe(first)
        shared.subscribe(second)
        #expect(first.events == events([1, 2], then: .failed(.second)))
        #expect(second.events == events([], then: .failed(.second)))
    }

    @Test func subscriptionRetainsTheSharedPublisher() {
        let recorder = Recorder<Int>()
        let subscription = subject.assertNoOops.share().sink { recorder.record($0) }
        subject.send(1)
        #expect(recorder.events == [1])
        subscription.cancel()
    }

    @Test func subscriberThatCancelsDuringConnectionEndsTheConnection() {
        let shared = upstream.prepend(1).share()
        let probe = Probe()
        probe.onValue = { [unowned probe] _ in
            probe.cancel()
            return .none
        }
        shared.subscribe(probe)
        subject.send(2)
        #expect(probe.events == events([1]))
        #expect(upstreamEvents.events.last == "cancelled" || upstreamEvents.events.isEmpty)
    }

    @Test func multicastMakesItsSubjectOnceAndDeliversWhenConnected() {
        var made = 0
        let multicast = Record<Int, Oops>(output: [1, 2], completion: .finished).multicast {
            made += 1
            return PassthroughSubject<Int, Oops>()
        }
        #expect(made == 0)
        let probes = [Probe(), Probe()]
        for probe in probes { multicast.subscribe(probe) }
        #expect(made == 1)
        #expect(probes.map(\.events) == [[.subscribed], [.subscribed]])
        let connection = multicast.connect()
        #expect(probes.map(\.events) == [events([1, 2], then: .finished), events([1, 2], then: .finished)])
        connection.cancel()
    }

    @Test func connectionEndsWhenItIsCancelled() {
        let multicast = upstream.multicast(subject: CurrentValueSubject<Int, Oops>(0))
        let probe = Probe()
        multicast.subscribe(probe)
        #expect(upstreamEvents.events.isEmpty)
        let connection = multicast.connect()
        subject.send(1)
        connection.cancel()
        subject.send(2)
        #expect(probe.values == [0, 1])
        #expect(upstreamEvents.events == ["subscribed", "unlimited", "cancelled"])
        probe.cancelAndForget()
    }

    @Test func makeConnectableWaitsForTheConnection() {
        let connectable = (1...3).publisher.makeConnectable()
        let (values, automatic) = (Recorder<Int>(), Recorder<Int>())
        let subscription = connectable.sink { values.record($0) }
        #expect(values.events.isEmpty)
        let connection = connectable.connect()
        #expect(values.events == [1, 2, 3])
        let other = (1...3).publisher.makeConnectable().autoconnect().sink { automatic.record($0) }
        #expect(automatic.events == [1, 2, 3])
        subscription.cancel()
        other.cancel()
        connection.cancel()
    }

    @Test func manyThreadsCanSubscribeAndCancelConcurrently() {
        let shared = Unchecked(value: subject.assertNoOops.share())
        let recorder = Recorder<Int>()
        onThreads(4) { _ in
            for _ in 0..<50 {
                let subscription = shared.value.sink { recorder.record($0) }
                subscription.cancel()
            }
        }
        let subscription = shared.value.sink { recorder.record($0) }
        subject.send(1)
        #expect(recorder.events == [1])
        subscription.cancel()
    }

    /// Lets several threads use a publisher, which this test is about.
    private struct Unchecked<Value>: @unchecked Sendable { let value: Value }
}

extension Publisher where Output == Int, Failure == Oops {
    fileprivate var assertNoOops: some Publisher<Int, Never> { replaceError(with: -1) }
}
