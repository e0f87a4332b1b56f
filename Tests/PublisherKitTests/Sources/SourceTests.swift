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

    @Test func emptyFinishesAtOnceOrNever() {
        let (ended, silent) = (Probe(.none), Probe())
        Empty().subscribe(ended)
        Empty(completeImmediately: false).subscribe(silent)
        #expect(ended.events == events([], then: .finished))
        #expect(silent.events == [.subscribed])
    }

    @Test func failFailsAtOnce() {
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

    @Test func sequenceIsTakenAsFarAsItIsRequested() {
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

    @Test func sequenceThatIsRequestedOneByOneNeedsNoStack() {
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

@Suite struct FutureTests {
    @Test func runsAtOnceAndSendsEachSubscriberTheSameResult() {
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

    @Test func deliversALateResultToAllWhoWaitAndAsk() {
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

    @Test func failsWithItsError() {
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
}
