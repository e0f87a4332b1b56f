// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit
import RexTestSupport
import Testing

/// Operators that depend on time, with a clock that the test moves.
@Suite struct TimeTests {
    private let scheduler = ManualScheduler()
    private let subject = PassthroughSubject<Int, Oops>()
    private let probe = Probe()

    @Test func delayPreservesTheOrder() {
        subject.delay(for: .milliseconds(10), scheduler: scheduler).subscribe(probe)
        subject.send(1)
        scheduler.advance(5)
        subject.send(2)
        subject.send(completion: .failure(.first))
        scheduler.advance(4)
        #expect(probe.events == [.subscribed])
        scheduler.advance(1)
        #expect(probe.events == events([1]))
        scheduler.advance(5)
        #expect(probe.events == events([1, 2], then: .failed(.first)))
        #expect(scheduler.isIdle)
    }

    @Test func cancelledDelayDeliversNothing() {
        subject.delay(for: .milliseconds(10), scheduler: scheduler).subscribe(probe)
        subject.send(1)
        probe.cancel()
        scheduler.advance(20)
        #expect(probe.events == [.subscribed])
        #expect(scheduler.isIdle)
    }

    @Test func debounceDeliversValuesThatNoOtherFollows() {
        subject.debounce(for: .milliseconds(10), scheduler: scheduler).subscribe(probe)
        for value in 1...3 {
            subject.send(value)
            scheduler.advance(9)
        }
        #expect(probe.values.isEmpty)
        scheduler.advance(1)
        #expect(probe.values == [3])
        subject.send(4)
        scheduler.advance(10)
        subject.send(5)
        subject.send(completion: .finished)
        scheduler.advance(20)
        #expect(probe.events == events([3, 4], then: .finished))
        #expect(scheduler.isIdle)
    }

    @Test(arguments: [(true, [1, 3, 5, 6]), (false, [1, 2, 4, 6])])
    func throttleDeliversOneValuePerInterval(latest: Bool, expected: [Int]) {
        subject.throttle(for: .milliseconds(10), scheduler: scheduler, latest: latest).subscribe(probe)
        subject.send(1)
        scheduler.advance(1)
        subject.send(2)
        subject.send(3)
        #expect(probe.values == [1])
        scheduler.advance(9)
        #expect(probe.values == Array(expected.prefix(2)))
        subject.send(4)
        subject.send(5)
        scheduler.advance(30)
        subject.send(6)
        subject.send(completion: .finished)
        scheduler.advance(0)
        #expect(probe.events == events(expected, then: .finished))
        #expect(scheduler.isIdle)
    }

    @Test(arguments: [true, false])
    func throttleIntervalStartsWithTheFirstValueAfterAPause(latest: Bool) {
        subject.throttle(for: .milliseconds(10), scheduler: scheduler, latest: latest).subscribe(probe)
        for (value, pause) in [(1, 35), (2, 0), (3, 9)] {
            subject.send(value)
            scheduler.advance(0)
            #expect(probe.values == Array(1...min(value, 2)))
            scheduler.advance(pause)
        }
        #expect(probe.values == [1, 2])
        scheduler.advance(1)
        #expect(probe.values == [1, 2, 3])
    }

    @Test(arguments: [(true, 3), (false, 1)])
    func throttleDeliversOneValueOfABurst(latest: Bool, expected: Int) {
        subject.throttle(for: .milliseconds(10), scheduler: scheduler, latest: latest).subscribe(probe)
        for value in 1...3 { subject.send(value) }
        scheduler.advance(30)
        #expect(probe.values == [expected])
    }

    @Test func throttleDeliversItsPendingValueBeforeTheCompletion() {
        subject.throttle(for: .milliseconds(10), scheduler: scheduler, latest: true).subscribe(probe)
        subject.send(1)
        scheduler.advance(0)
        subject.send(2)
        subject.send(completion: .failure(.first))
        scheduler.advance(0)
        #expect(probe.events == events([1, 2], then: .failed(.first)))
    }

    /// A hot upstream publisher sends values before any are requested.
    @Test func debounceAndThrottleRequestBeforeTheirSubscriberDoes() {
        let (early, late) = (Probe(.none), Probe(.none))
        subject.debounce(for: .milliseconds(10), scheduler: scheduler).subscribe(early)
        subject.throttle(for: .milliseconds(10), scheduler: scheduler, latest: true).subscribe(late)
        subject.send(1)
        early.request(1)
        late.request(1)
        scheduler.advance(10)
        #expect([early, late].map(\.values) == [[1], [1]])
    }

    @Test func demandOfManyThreadsDuringSubscriptionIsNotLost() {
        for _ in 0..<200 {
            let (probe, done) = (Probe(.none), DispatchSemaphore(value: 0))
            probe.onValue = { value in
                if value == 6 { done.signal() }
                return .none
            }
            (1...6).publisher.setFailureType(to: Oops.self)
                .subscribe(on: DispatchQueue(label: "subscription"))
                .subscribe(probe)
            nonisolated(unsafe) let subscription = probe.subscription
            onThreads(3) { _ in
                for _ in 1...2 { unsafe subscription?.request(.max(1)) }
            }
            done.wait()
            #expect(probe.values == Array(1...6))
        }
    }

    @Test func stridesAreMadeFromTheUsualUnits() {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride
        #expect(Stride.seconds(2) == .milliseconds(2_000))
        #expect(Stride.milliseconds(2) == .microseconds(2_000))
        #expect(Stride.microseconds(2) == .nanoseconds(2_000))
        #expect(Stride.seconds(0.5) == .milliseconds(500))
        let start = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 5_000))
        #expect(start.distance(to: start.advanced(by: .nanoseconds(7))) == .nanoseconds(7))
        #expect(start.advanced(by: .nanoseconds(7)).distance(to: start) == .nanoseconds(-7))
    }
}

/// Operators on real queues.
@Suite struct QueueTests {
    private static let key = DispatchSpecificKey<String>()

    private func makeQueue(_ name: String) -> DispatchQueue {
        let queue = DispatchQueue(label: name)
        queue.setSpecific(key: Self.key, value: name)
        return queue
    }

    @Test func receiveOnDeliversInOrderOnTheQueue() {
        let (places, values, gate) = (Recorder<String?>(), Recorder<Int>(), Gate())
        let subscription = (1...1_000).publisher.receive(on: makeQueue("here")).sink { _ in
            places.record(DispatchQueue.getSpecific(key: Self.key))
            gate.open()
        } receiveValue: { value in
            places.record(DispatchQueue.getSpecific(key: Self.key))
            values.record(value)
        }
        gate.wait()
        #expect(values.events == Array(1...1_000))
        #expect(Set(places.events) == ["here"])
        subscription.cancel()
    }

    @Test func receiveOnAConcurrentQueueDeliversOneAtATimeInOrder() {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let (values, gate) = (Recorder<Int>(), Gate())
        let subject = PassthroughSubject<Int, Never>()
        let subscription = subject.receive(on: queue).sink { _ in
            gate.open()
        } receiveValue: { value in
            values.record(value)
        }
        JoinableThread {
            for value in 1...1_000 { subject.send(value) }
            subject.send(completion: .finished)
        }.join()
        gate.wait()
        #expect(values.events == Array(1...1_000))
        subscription.cancel()
    }

    @Test func subscribeOnSubscribesAndRequestsOnTheQueue() {
        let (places, gate) = (Recorder<String?>(), Gate())
        let subscription = Just(1)
            .handleEvents(
                receiveSubscription: { _ in places.record(DispatchQueue.getSpecific(key: Self.key)) },
                receiveRequest: { _ in places.record(DispatchQueue.getSpecific(key: Self.key)) }
            )
            .subscribe(on: makeQueue("there"))
            .sink { _ in
                gate.open()
            } receiveValue: { _ in
                places.record(DispatchQueue.getSpecific(key: Self.key))
            }
        gate.wait()
        #expect(places.events == ["there", "there", "there"])
        subscription.cancel()
    }

    @Test func delayAndDebounceWorkOnARealQueue() {
        let (values, gate) = (Recorder<Int>(), Gate())
        let queue = makeQueue("later")
        let subject = PassthroughSubject<Int, Never>()
        let subscription =
            subject
            .delay(for: .milliseconds(1), scheduler: queue)
            .debounce(for: .milliseconds(1), scheduler: queue)
            .sink { value in
                values.record(value)
                gate.open()
            }
        subject.send(1)
        gate.wait()
        #expect(values.events == [1])
        subscription.cancel()
    }

    @Test func repeatedWorkContinuesUntilItIsCancelled() {
        let queue = makeQueue("timer")
        let (calls, gate) = (Recorder<Int>(), Gate())
        let timer = queue.schedule(after: queue.now, interval: .microseconds(100)) {
            calls.record(1)
            if calls.events.count == 3 { gate.open() }
        }
        gate.wait()
        timer.cancel()
        queue.sync {}
        let count = calls.events.count
        queue.sync {}
        #expect(count >= 3)
        #expect(calls.events.count == count)
    }
}
