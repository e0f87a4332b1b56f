// SPDX-License-Identifier: MIT

import PublisherKit
import class RexCore.Lock
import RexTestSupport
import Testing

/// Operators that subscribe to several publishers at the same time.
@Suite struct SeveralPublishersTests {
    private let first = PassthroughSubject<Int, Oops>()
    private let second = PassthroughSubject<Int, Oops>()
    private let cancellations = Recorder<String>()

    private var cancellableFirst: some Publisher<Int, Oops> {
        first.handleEvents(receiveCancel: { [cancellations] in cancellations.record("first") })
    }

    private var cancellableSecond: some Publisher<Int, Oops> {
        second.handleEvents(receiveCancel: { [cancellations] in cancellations.record("second") })
    }

    @Test func mergeInterleavesValuesAndFinishesWithTheLastPublisher() {
        let probe = Probe()
        first.merge(with: second).subscribe(probe)
        first.send(1)
        second.send(2)
        first.send(completion: .finished)
        second.send(3)
        second.send(completion: .finished)
        #expect(probe.events == events([1, 2, 3], then: .finished))
    }

    @Test func mergeFailsWithTheFirstFailureAndCancelsTheOthers() {
        let probe = Probe()
        cancellableFirst.merge(with: cancellableSecond).subscribe(probe)
        first.send(1)
        second.send(completion: .failure(.second))
        first.send(2)
        #expect(probe.events == events([1], then: .failed(.second)))
        #expect(cancellations.events == ["first"])
    }

    @Test func mergeFromManyThreadsDeliversAllValuesOneAtATime() {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        let recorder = Recorder<Int>()
        let ends = Recorder<String>()
        let busy = Recorder<Bool>()
        let subscription = Publishers.MergeMany(subjects).sink { _ in
            ends.record("finished")
        } receiveValue: { value in
            busy.record(true)
            recorder.record(value)
            busy.record(false)
        }
        onThreads(4) { thread in
            for value in 0..<500 { subjects[thread].send(thread * 500 + value) }
            subjects[thread].send(completion: .finished)
        }
        #expect(recorder.events.sorted() == Array(0..<2_000))
        #expect(busy.events == (0..<2_000).flatMap { _ in [true, false] })
        #expect(ends.events == ["finished"])
        subscription.cancel()
    }

    @Test func zipPairsByPositionAndFinishesWhenNoPairIsPossible() {
        let probe = Probe()
        cancellableFirst.zip(cancellableSecond) { 10 * $0 + $1 }.subscribe(probe)
        for value in 1...3 { first.send(value) }
        second.send(4)
        first.send(completion: .finished)
        second.send(5)
        #expect(probe.events == events([14, 25]))
        second.send(6)
        #expect(probe.events == events([14, 25, 36], then: .finished))
        #expect(cancellations.events == ["second"])
    }

    @Test func zipFromTwoThreadsKeepsThePairs() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let recorder = Recorder<[Int]>()
        let subscription = left.zip(right).sink { recorder.record([$0, $1]) }
        onThreads(2) { thread in
            for value in 0..<1_000 { (thread == 0 ? left : right).send(value) }
        }
        #expect(recorder.events == (0..<1_000).map { [$0, $0] })
        subscription.cancel()
    }

    @Test func combineLatestDeliversTheLatestPair() {
        let probe = Probe()
        first.combineLatest(second) { 10 * $0 + $1 }.subscribe(probe)
        first.send(1)
        first.send(2)
        second.send(5)
        second.send(6)
        first.send(completion: .finished)
        second.send(7)
        second.send(completion: .finished)
        #expect(probe.events == events([25, 26, 27], then: .finished))
    }

    @Test func combineLatestFinishesWithTheLastPublisherEvenWithoutAValue() {
        let probe = Probe()
        cancellableFirst.combineLatest(cancellableSecond, +).subscribe(probe)
        first.send(completion: .finished)
        second.send(1)
        #expect(probe.events == [.subscribed])
        second.send(completion: .finished)
        #expect(probe.events == events([], then: .finished))
        #expect(cancellations.events.isEmpty)
    }

    @Test func flatMapFailsAtOnceDespitePendingValues() {
        let probe = Probe(.max(1))
        let outer = PassthroughSubject<Int, Oops>()
        outer.flatMap { value in
            value == 0
                ? Fail<Int, Oops>(error: .second).eraseToAnyPublisher()
                : [value, -value].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()
        }
        .subscribe(probe)
        for value in [1, 2, 0] { outer.send(value) }
        #expect(probe.events == events([1], then: .failed(.second)))
    }

    @Test func combineLatestKeepsTheLatestPairForLateDemand() {
        let (left, right) = (CurrentValueSubject<Int, Oops>(1), CurrentValueSubject<Int, Oops>(1))
        let probe = Probe(.max(1))
        left.combineLatest(right) { 10 * $0 + $1 }.subscribe(probe)
        #expect(probe.values == [11])
        left.send(2)
        right.send(3)
        probe.request(1)
        probe.request(1)
        #expect(probe.values.last == 23)
    }

    @Test func threePublishersAreCombinedToo() {
        let recorder = Recorder<[Int]>()
        let subscriptions = [
            (1...2).publisher.zip((3...4).publisher, (5...6).publisher).sink { recorder.record([$0, $1, $2]) },
            Just(7).combineLatest(Just(8), Just(9)).sink { recorder.record([$0, $1, $2]) },
        ]
        #expect(recorder.events == [[1, 3, 5], [2, 4, 6], [7, 8, 9]])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func fourPublishersAreCombinedToo() {
        let recorder = Recorder<[Int]>()
        let numbers = (1...2).publisher
        let subscriptions = [
            numbers.zip(numbers, numbers, (5...9).publisher).sink { recorder.record([$0, $1, $2, $3]) },
            numbers.zip(numbers, numbers) { [$0, $1, $2] }.sink { recorder.record($0) },
            Just(1).combineLatest(Just(2), Just(3), Just(4)) { [$0, $1, $2, $3] }.sink { recorder.record($0) },
            Just(1).combineLatest(Just(2), Just(3)) { [$0, $1, $2] }.sink { recorder.record($0) },
        ]
        #expect(recorder.events == [[1, 1, 1, 5], [2, 2, 2, 6], [1, 1, 1], [2, 2, 2], [1, 2, 3, 4], [1, 2, 3]])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func upToEightPublishersAreMerged() {
        func just(_ value: Int) -> AnyPublisher<Int, Never> { Just(value).eraseToAnyPublisher() }
        let merged: [any Publisher<Int, Never>] = [
            Just(1).merge(with: just(2)),
            Just(1).merge(with: just(2), just(3)),
            Just(1).merge(with: just(2), just(3), just(4)),
            Just(1).merge(with: just(2), just(3), just(4), just(5)),
            Just(1).merge(with: just(2), just(3), just(4), just(5), just(6)),
            Just(1).merge(with: just(2), just(3), just(4), just(5), just(6), just(7)),
            Just(1).merge(with: just(2), just(3), just(4), just(5), just(6), just(7), just(8)),
        ]
        for (index, publisher) in merged.enumerated() {
            let values = Recorder<Int>()
            publisher.eraseToAnyPublisher().sink { values.record($0) }.cancel()
            #expect(values.events == Array(1...index + 2))
        }
    }

    @Test func publishersThatNeverFailCombineWithPublishersThatMayFail() {
        let probes = (0..<4).map { _ in Probe() }
        let numbers = [1, 2].publisher
        let failing = Fail<Int, Oops>(error: .first)
        numbers.flatMap { _ in failing }.subscribe(probes[0])
        numbers.setFailureType(to: Oops.self).flatMap { Just($0) }.subscribe(probes[1])
        Just(failing).switchToLatest().subscribe(probes[2])
        numbers.setFailureType(to: Oops.self).map { Just($0) }.switchToLatest().subscribe(probes[3])
        #expect(probes[0].events == events([], then: .failed(.first)))
        #expect(probes[1].events == events([1, 2], then: .finished))
        #expect(probes[2].events == events([], then: .failed(.first)))
        #expect(probes[3].events == events([1, 2], then: .finished))
        let values = Recorder<Int>()
        numbers.map { Just($0) }.switchToLatest().merge(with: numbers.flatMap { Just($0) }).sink { values.record($0) }
            .cancel()
        #expect(values.events == [1, 2, 1, 2])
    }

    @Test func flatMapFailsWithAnInnerFailureAndCancelsTheOthers() {
        let outer = PassthroughSubject<Int, Oops>()
        let probe = Probe()
        let inner = [cancellableFirst.eraseToAnyPublisher(), second.eraseToAnyPublisher()]
        outer
            .handleEvents(receiveCancel: { [cancellations] in cancellations.record("outer") })
            .flatMap { inner[$0] }
            .subscribe(probe)
        outer.send(0)
        outer.send(1)
        first.send(1)
        second.send(2)
        second.send(completion: .failure(.first))
        first.send(3)
        outer.send(0)
        #expect(probe.events == events([1, 2], then: .failed(.first)))
        #expect(cancellations.events == ["outer", "first"])
    }

    @Test func flatMapRunsAtMostMaxPublishers() {
        let started = Recorder<Int>()
        let subjects = [first, second]
        let probe = Probe()
        (0...1).publisher
            .setFailureType(to: Oops.self)
            .flatMap(maxPublishers: .max(1)) { index in
                started.record(index)
                return subjects[index]
            }
            .subscribe(probe)
        #expect(started.events == [0])
        second.send(1)
        first.send(2)
        first.send(completion: .finished)
        #expect(started.events == [0, 1])
        second.send(3)
        second.send(completion: .finished)
        #expect(probe.events == events([2, 3], then: .finished))
    }

    @Test func flatMapOfOnePublisherDeliversRequestedValuesInOrder() {
        let probe = Probe(.none)
        (1...3).publisher
            .setFailureType(to: Oops.self)
            .flatMap(maxPublishers: .max(1)) { [$0, -$0].publisher.setFailureType(to: Oops.self) }
            .subscribe(probe)
        for count in 1...6 {
            probe.request(1)
            #expect(probe.values == Array([1, -1, 2, -2, 3, -3].prefix(count)))
        }
        #expect(probe.events.last == .finished)
    }

    @Test func flatMapAlternatesBetweenPublishersForADemandOfOne() {
        let probe = Probe(.none)
        (1...3).publisher
            .setFailureType(to: Oops.self)
            .flatMap { [$0, -$0].publisher.setFailureType(to: Oops.self) }
            .subscribe(probe)
        for _ in 1...6 { probe.request(1) }
        #expect(probe.events == events([1, 2, 3, -1, -2, -3], then: .finished))
    }

    /// A subscriber that receives on one thread and requests on another.
    private final class Asking: Subscriber, Sendable {
        let values = Recorder<Int>()
        private let subscription = Lock<(any Subscription)?>(nil)

        func receive(subscription: any Subscription) { self.subscription.withLock { $0 = subscription } }
        func receive(_ input: Int) -> Subscribers.Demand {
            values.record(input)
            return .none
        }
        func receive(completion: Subscribers.Completion<Never>) {}
        func request(_ demand: Subscribers.Demand) { subscription.withLock { $0 }?.request(demand) }
        func cancel() { subscription.withLock { $0.take() }?.cancel() }
    }

    @Test(arguments: [true, false])
    func oneThreadCanRequestWhileAnotherSendsPublishers(switches: Bool) {
        let subject = PassthroughSubject<Int, Never>()
        let asking = Asking()
        if switches {
            subject.map { Just($0) }.switchToLatest().subscribe(asking)
        } else {
            subject.flatMap { Just($0) }.subscribe(asking)
        }
        onThreads(2) { thread in
            for value in 0..<500 { if thread == 0 { subject.send(value) } else { asking.request(.max(1)) } }
        }
        asking.request(.unlimited)
        let values = asking.values.events
        #expect(Set(values).count == values.count)
        #expect(values.count == (switches ? values.count : 500))
        asking.cancel()
    }

    @Test(arguments: [true, false])
    func publishersCanCompleteOnOneThreadWhileMoreArriveOnAnother(switches: Bool) {
        let (outer, asking) = (PassthroughSubject<Int, Never>(), Asking())
        let inner = (0..<200).map { _ in PassthroughSubject<Int, Never>() }
        if switches {
            outer.map { inner[$0] }.switchToLatest().subscribe(asking)
        } else {
            outer.flatMap { inner[$0] }.subscribe(asking)
        }
        asking.request(.unlimited)
        for number in 0..<100 { outer.send(number) }
        onThreads(2) { thread in
            for number in 0..<100 {
                if thread == 0 { outer.send(number + 100) } else { inner[number].send(completion: .finished) }
            }
        }
        for subject in inner { subject.send(1) }
        #expect(asking.values.events == Array(repeating: 1, count: switches ? 1 : 100))
        asking.cancel()
    }

    @Test(arguments: [true, false])
    func publishersThatArriveDuringCancellationAreCancelled(switches: Bool) {
        for _ in 0..<50 {
            let (outer, asking) = (PassthroughSubject<Int, Never>(), Asking())
            let (begun, cancelled) = (Recorder<Int>(), Recorder<Int>())
            let inner = PassthroughSubject<Int, Never>()
                .handleEvents(receiveSubscription: { _ in begun.record(1) }, receiveCancel: { cancelled.record(1) })
            if switches {
                outer.map { _ in inner }.switchToLatest().subscribe(asking)
            } else {
                outer.flatMap { _ in inner }.subscribe(asking)
            }
            asking.request(.unlimited)
            onThreads(2) { thread in
                if thread == 0 { for number in 0..<20 { outer.send(number) } } else { asking.cancel() }
            }
            #expect(cancelled.events.count == begun.events.count)
        }
    }

    @Test func oneThreadCanRequestWhileAnotherCompletesTheFirstPublisher() {
        for _ in 0..<200 {
            let (first, asking) = (PassthroughSubject<Int, Never>(), Asking())
            first.append(0..<20).subscribe(asking)
            onThreads(2) { thread in
                if thread == 0 {
                    first.send(completion: .finished)
                } else {
                    for _ in 0..<20 { asking.request(.max(1)) }
                }
            }
            #expect(asking.values.events == Array(0..<20))
            asking.cancel()
        }
    }

    @Test func oneThreadCanCancelASequenceThatAnotherRequests() {
        for _ in 0..<50 {
            let asking = Asking()
            (0..<20).publisher.eraseToAnyPublisher().subscribe(asking)
            onThreads(2) { thread in
                if thread == 0 {
                    for _ in 0..<20 { asking.request(.max(1)) }
                } else {
                    asking.cancel()
                }
            }
            #expect(asking.values.events == Array(0..<20).prefix(asking.values.events.count).map(\.self))
        }
    }

    @Test func oneThreadCanRequestPairsWhileAnotherCompletesThem() {
        for _ in 0..<50 {
            let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            let asking = Asking()
            left.zip(right) { $0 + 0 * $1 }.subscribe(asking)
            onThreads(2) { thread in
                for value in 0..<20 {
                    if thread == 1 {
                        asking.request(.max(1))
                    } else if value < 19 {
                        left.send(value)
                    } else {
                        left.send(completion: .finished)
                    }
                }
            }
            #expect(asking.values.events.isEmpty)
            asking.cancel()
        }
    }

    @Test func switchToLatestFollowsTheLatestPublisher() {
        let outer = PassthroughSubject<AnyPublisher<Int, Oops>, Oops>()
        let probe = Probe()
        outer.switchToLatest().subscribe(probe)
        outer.send(cancellableFirst.eraseToAnyPublisher())
        first.send(1)
        outer.send(cancellableSecond.eraseToAnyPublisher())
        first.send(2)
        second.send(3)
        outer.send(completion: .finished)
        second.send(4)
        second.send(completion: .finished)
        #expect(probe.events == events([1, 3, 4], then: .finished))
        #expect(cancellations.events == ["first"])
    }

    @Test func switchToLatestPassesOnTheRemainingDemand() {
        let outer = PassthroughSubject<Publishers.Sequence<[Int], Oops>, Oops>()
        let probe = Probe(.max(3))
        outer.switchToLatest().subscribe(probe)
        outer.send(Publishers.Sequence(sequence: [1, 2]))
        outer.send(Publishers.Sequence(sequence: [3, 4, 5]))
        #expect(probe.values == [1, 2, 3])
        probe.request(1)
        outer.send(Publishers.Sequence(sequence: [6, 7]))
        probe.request(1)
        #expect(probe.values == [1, 2, 3, 4, 6])
    }

    @Test func cancellationCancelsAllUpstreamPublishers() {
        let probe = Probe()
        cancellableFirst.merge(with: cancellableSecond).subscribe(probe)
        probe.cancel()
        first.send(1)
        #expect(cancellations.events.sorted() == ["first", "second"])
        #expect(probe.events == [.subscribed])
    }
}
