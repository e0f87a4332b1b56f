// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

@Suite struct SourceTests {
    @Test func justWaitsForDemandThenFinishes() {
        let probe = Probe(.none)
        Just(1).setFailureType(to: Oops.self).subscribe(probe)
        #expect(probe.events == [.subscribed])
        probe.request(1)
        #expect(probe.events == events([1], then: .finished))
    }

    /// A subscriber that requests unlimited values before it records its subscription.
    private final class Eager: Subscriber {
        let recorder = Recorder<Event>()

        func receive(subscription: any Subscription) {
            subscription.request(.unlimited)
            recorder.record(.subscribed)
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            recorder.record(.value(input))
            return .none
        }

        func receive(completion: Subscribers.Completion<Oops>) { recorder.record(.finished) }
    }

    #if !canImport(Combine)
    @Test func valuesFollowTheSubscription() {
        let sources: [AnyPublisher<Int, Oops>] = [
            [1, 2].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher(),
            Record(output: [1, 2], completion: .finished).eraseToAnyPublisher(),
            Just(1).setFailureType(to: Oops.self).append(2).eraseToAnyPublisher(),
        ]
        for source in sources {
            let eager = Eager()
            source.subscribe(eager)
            #expect(eager.recorder.events == events([1, 2], then: .finished))
        }
        let (eager, subject) = (Eager(), CurrentValueSubject<Int, Oops>(1))
        subject.subscribe(eager)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(eager.recorder.events == events([1, 2], then: .finished))
    }
    #endif

    @Test func emptyFinishesImmediatelyOrNever() {
        let (ended, silent) = (Probe(.none), Probe())
        Empty().subscribe(ended)
        Empty(completeImmediately: false).subscribe(silent)
        #expect(ended.events == events([], then: .finished))
        #expect(silent.events == [.subscribed])
    }

    @Test func failFailsImmediately() {
        let probe = Probe(.none)
        Fail(outputType: Int.self, failure: Oops.first).subscribe(probe)
        #expect(probe.events == events([], then: .failed(.first)))
    }

    @Test func deferredMakesAPublisherForEachSubscriber() {
        var made = 0
        let deferred = Deferred {
            made += 1
            return Just(made).setFailureType(to: Oops.self)
        }
        #expect(made == 0)
        let probes = [Probe(), Probe()]
        for probe in probes { deferred.subscribe(probe) }
        #expect(probes.map(\.values) == [[1], [2]])
    }

    @Test func sequenceIsIteratedOnDemand() {
        var taken = 0
        let sequence = (1...).lazy.map { value in
            taken = value
            return value
        }
        let probe = Probe(.max(2))
        sequence.publisher.setFailureType(to: Oops.self).subscribe(probe)
        #expect(probe.values == [1, 2])
        #expect(taken == 3)
        probe.request(1)
        #expect(probe.values == [1, 2, 3])
        probe.cancel()
        probe.request(1)
        #expect(probe.events == events(1...3))
    }

    @Test func sequenceFinishesWithItsLastElement() {
        let (exact, none) = (Probe(.max(2)), Probe(.none))
        [1, 2].publisher.setFailureType(to: Oops.self).subscribe(exact)
        [Int]().publisher.setFailureType(to: Oops.self).subscribe(none)
        #expect(exact.events == events([1, 2], then: .finished))
        #expect(none.events == events([], then: .finished))
    }

    @Test func sequenceRequestedOneByOneNeedsNoStack() {
        let probe = Probe(.max(1))
        probe.onValue = { [unowned probe] _ in
            probe.request(1)
            return .none
        }
        (1...100_000).publisher.setFailureType(to: Oops.self).subscribe(probe)
        #expect(probe.events.count == 100_002)
        #expect(probe.events.last == .finished)
    }
}

@Suite struct ValuePublisherTests {
    @Test func optionalDeliversItsValueOrOnlyTheCompletion() {
        let (some, none) = (Probe(.none), Probe(.none))
        Optional(1).publisher.setFailureType(to: Oops.self).subscribe(some)
        Int?.none.publisher.setFailureType(to: Oops.self).subscribe(none)
        #expect([some, none].map(\.events) == [[.subscribed], events([], then: .finished)])
        some.request(1)
        #expect(some.events == events([1], then: .finished))
    }

    @Test func resultDeliversItsValueOrFails() {
        let (success, failure) = (Probe(.none), Probe(.none))
        Result<Int, Oops>.success(1).publisher.subscribe(success)
        Result<Int, Oops>.Publisher(.first).subscribe(failure)
        #expect([success, failure].map(\.events) == [[.subscribed], events([], then: .failed(.first))])
        success.request(1)
        #expect(success.events == events([1], then: .finished))
    }

    @Test func recordDeliversItsRecording() {
        let record = Record<Int, Oops> { recording in
            for value in 1...3 { recording.receive(value) }
            recording.receive(completion: .failure(.second))
        }
        let probe = Probe(.max(2))
        record.subscribe(probe)
        #expect(probe.events == events([1, 2]))
        probe.request(1)
        #expect(probe.events == events([1, 2, 3], then: .failed(.second)))
        #expect(record.recording.output == [1, 2, 3])
        #expect(record.recording.completion == .failure(.second))
    }

    #if !canImport(Combine)
    @Test func completeRecordingRejectsFurtherEvents() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var recording = Record<Int, Never>.Recording(output: [1])
            recording.receive(2)
        }
        expectMessage(
            of: result,
            contains: "A recording received an event after its completion: add the completion last."
        )
    }
    #endif

    @Test func identifiersAreUniqueAcrossThreads() {
        let identifiers = Recorder<CombineIdentifier>()
        onThreads(4) { _ in
            for _ in 0..<250 { identifiers.record(CombineIdentifier()) }
        }
        #expect(Set(identifiers.events).count == 1_000)
        #expect(Set(identifiers.events.map(\.description)).count == 1_000)
    }

    @Test func anySubscriberForwardsAllEvents() {
        let probe = Probe(.max(1))
        probe.onValue = { $0 == 1 ? .max(1) : .none }
        let erased = AnySubscriber(probe)
        Record<Int, Oops>(output: [1, 2], completion: .failure(.first)).subscribe(erased)
        #expect(probe.events == events([1, 2], then: .failed(.first)))
        #expect(erased.combineIdentifier == probe.combineIdentifier)
    }

    @Test func anySubscriberCanBeMadeFromClosuresOrASubject() {
        let values = Recorder<Int>()
        let subscriber = AnySubscriber<Int, Never>(receiveValue: { value in
            values.record(value)
            return .none
        })
        [1, 2].publisher.subscribe(subscriber)
        #expect(values.events == [1, 2])
        let (subject, probe) = (CurrentValueSubject<Int, Oops>(0), Probe())
        subject.subscribe(probe)
        Record<Int, Oops>(output: [3], completion: .finished).subscribe(AnySubscriber(subject))
        #expect(probe.events == events([0, 3], then: .finished))
    }

    @Test func sequenceHasItsOwnOperators() {
        var made: [Int] = []
        let doubled = (1...).publisher.map { value in
            made.append(value)
            return 2 * value
        }
        .filter { !$0.isMultiple(of: 4) }
        #expect(made.isEmpty)
        let probe = Probe(.max(2))
        doubled.setFailureType(to: Oops.self).subscribe(probe)
        #expect(probe.values == [2, 6])
        probe.cancel()
        probe.request(1)
        #expect(probe.values == [2, 6])
    }
}

@Suite struct FutureTests {
    @Test func valueWaitsForThePromise() async throws {
        let (promises, requests) = AsyncStream.makeStream(of: Void.self)
        let kept = Future<Int, Never> { $0(.success(7)) }
        #expect(await kept.value == 7)
        let failing = Future<Int, Oops> { $0(.failure(.first)) }
        await #expect(throws: Oops.first) { try await failing.value }
        let subject = PassthroughSubject<Int, Never>()
        let late = Future<Int, Never> { promise in
            subject.first().handleEvents(receiveRequest: { _ in requests.finish() })
                .subscribe(
                    AnySubscriber(receiveValue: { value in
                        promise(.success(value))
                        return .none
                    })
                )
        }
        async let value = late.value
        for await _ in promises {}
        subject.send(8)
        #expect(await value == 8)
    }

    @Test func futureRunsImmediatelyAndSendsAllSubscribersTheSameResult() {
        let calls = Recorder<Int>()
        let future = Future<Int, Oops> { promise in
            calls.record(1)
            promise(.success(7))
            promise(.success(8))
            promise(.failure(.first))
        }
        #expect(calls.events == [1])
        let probes = [Probe(), Probe()]
        for probe in probes { future.subscribe(probe) }
        #expect(probes.map(\.events) == [events([7], then: .finished), events([7], then: .finished)])
        #expect(calls.events == [1])
    }

    @Test func futureDeliversALateResultToAllRequestingSubscribers() {
        var promise: Future<Int, Oops>.Promise?
        let future = Future<Int, Oops> { promise = $0 }
        let (eager, slow, gone) = (Probe(), Probe(.none), Probe())
        for probe in [eager, slow, gone] { future.subscribe(probe) }
        gone.cancel()
        promise?(.success(7))
        #expect(eager.events == events([7], then: .finished))
        #expect(slow.events == [.subscribed])
        slow.request(1)
        #expect(slow.events == events([7], then: .finished))
        #expect(gone.events == [.subscribed])
    }

    @Test func futureFailsWithItsError() {
        var promise: Future<Int, Oops>.Promise?
        let future = Future<Int, Oops> { promise = $0 }
        let (early, late) = (Probe(.none), Probe())
        future.subscribe(early)
        promise?(.failure(.second))
        future.subscribe(late)
        #expect(
            [early, late].map(\.events) == [events([], then: .failed(.second)), events([], then: .failed(.second))]
        )
    }

    @Test(arguments: [true, false])
    func sourceReleasesASubscriberThatKeepsItsSubscription(ends: Bool) {
        let sources: [AnyPublisher<Int, Oops>] = [
            [1, 2].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher(),
            Record(output: [1, 2], completion: .failure(.first)).eraseToAnyPublisher(),
            Just(1).setFailureType(to: Oops.self).eraseToAnyPublisher(),
            Result<Int, Oops>.success(1).publisher.eraseToAnyPublisher(),
            Optional(1).publisher.setFailureType(to: Oops.self).eraseToAnyPublisher(),
        ]
        for source in sources {
            weak var weakProbe: Probe?
            do {
                let probe = Probe(.none)
                weakProbe = probe
                probe.forgetsAtTheEnd = false
                source.subscribe(probe)
                if ends { probe.request(2) } else { probe.cancel() }
            }
            #expect(weakProbe == nil)
        }
    }

    @Test func smallestCountsAreAccepted() {
        let source = [1, 2].publisher.setFailureType(to: Oops.self)
        let none = Probe()
        source.prefix(0).subscribe(none)
        #expect(none.values == [])
        let publishers: [AnyPublisher<Int, Oops>] = [
            source.dropFirst(0).eraseToAnyPublisher(), source.output(in: 0...).eraseToAnyPublisher(),
            source.collect(1).map { $0[0] }.eraseToAnyPublisher(),
        ]
        for publisher in publishers {
            let probe = Probe()
            publisher.subscribe(probe)
            #expect(probe.events == events([1, 2], then: .finished))
        }
        let waiting = Probe(.none)
        source.buffer(size: 0, prefetch: .keepFull, whenFull: .dropNewest).subscribe(waiting)
        waiting.request(2)
        #expect(waiting.values == [])
    }
}
