// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit
import class RexCore.Lock
import RexTestSupport
import Testing

/// A scheduler whose clock stands still, and whose work runs on command.
private final class StillScheduler: Scheduler, Sendable {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = Never

    private struct Work: @unchecked Sendable {
        let action: () -> Void
    }

    private let waiting = Lock<[Work]>([])
    let now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
    let minimumTolerance: SchedulerTimeType.Stride = 0

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        let work = Work(action: action)
        waiting.withLock { $0.append(work) }
    }

    func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) {
        schedule(options: options, action)
    }

    func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        AnyCancellable {}
    }

    func work() {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.action()
    }
}

/// Operators that keep pending values, or that one publisher completes for another.
@Suite struct BufferTests {
    private let subject = PassthroughSubject<Int, Oops>()
    private let other = PassthroughSubject<Int, Oops>()
    private let scheduler = ManualScheduler()
    private let log = Recorder<String>()
    private let probe = Probe(.none)

    private func recording(_ subject: PassthroughSubject<Int, Oops>, _ name: String) -> some Publisher<Int, Oops> {
        subject.handleEvents(
            receiveCancel: { [log] in log.record("\(name) cancelled") },
            receiveRequest: { [log] in log.record("\(name) \($0)") }
        )
    }

    @Test(arguments: [(false, [1, 2]), (true, [4, 5])])
    func fullBufferDropsTheNewestOrTheOldestValue(dropsOldest: Bool, kept: [Int]) {
        recording(subject, "it")
            .buffer(size: 2, prefetch: .byRequest, whenFull: dropsOldest ? .dropOldest : .dropNewest)
            .subscribe(probe)
        for value in 1...5 { subject.send(value) }
        #expect(probe.values.isEmpty)
        subject.send(completion: .failure(.first))
        probe.request(1)
        #expect(probe.values == [kept[0]])
        probe.request(5)
        #expect(probe.events == events(kept, then: .failed(.first)))
        #expect(log.events == ["it unlimited"])
    }

    @Test func overflowingBufferFailsAfterItsValues() {
        recording(subject, "it")
            .buffer(size: 2, prefetch: .byRequest, whenFull: .customError { .second })
            .subscribe(probe)
        for value in 1...4 { subject.send(value) }
        #expect(log.events == ["it unlimited", "it cancelled"])
        probe.request(3)
        #expect(probe.events == events([1, 2], then: .failed(.second)))
    }

    @Test func keepFullRequestsItsSizeThenOneValueForEachDelivery() {
        recording(subject, "it").buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).subscribe(probe)
        #expect(log.events == ["it max(2)"])
        for value in 1...3 { subject.send(value) }
        probe.request(1)
        #expect(log.events == ["it max(2)", "it max(1)"])
        subject.send(4)
        probe.request(9)
        #expect(probe.values == [1, 2, 4])
    }

    @Test func bufferOfSizeZeroDeliversRequestedValues() {
        subject.buffer(size: 0, prefetch: .byRequest, whenFull: .dropOldest).subscribe(probe)
        subject.send(1)
        probe.request(1)
        for value in 2...3 { subject.send(value) }
        #expect(probe.values == [2])
    }

    @Test func prefixFinishesAtTheFirstValueOfTheOtherPublisher() {
        probe.demand = .unlimited
        recording(subject, "it").prefix(untilOutputFrom: recording(other, "other")).subscribe(probe)
        subject.send(1)
        #expect(log.events == ["other max(1)", "it unlimited"])
        other.send(0)
        subject.send(2)
        #expect(probe.events == events([1], then: .finished))
        #expect(log.events.suffix(2).sorted() == ["it cancelled", "other cancelled"])
    }

    @Test(arguments: [false, true])
    func prefixReleasesTheOtherPublisherBeforeItsCompletion(endsByValue: Bool) {
        let log = log
        let subscription = subject.prefix(untilOutputFrom: recording(other, "other")).sink { _ in
            log.record("finished")
        } receiveValue: { _ in
        }
        if endsByValue { other.send(0) } else { subject.send(completion: .finished) }
        #expect(log.events == ["other max(1)", "other cancelled", "finished"])
        subscription.cancel()
    }

    @Test func prefixIgnoresTheCompletionOfTheOtherPublisher() {
        probe.demand = .unlimited
        subject.prefix(untilOutputFrom: other).subscribe(probe)
        other.send(completion: .failure(.first))
        subject.send(1)
        subject.send(completion: .finished)
        #expect(probe.events == events([1], then: .finished))
    }

    @Test func dropEndsAtTheFirstValueOfTheOtherPublisher() {
        probe.demand = .max(2)
        recording(subject, "it").drop(untilOutputFrom: recording(other, "other")).subscribe(probe)
        for value in 1...3 { subject.send(value) }
        other.send(0)
        other.send(completion: .failure(.first))
        for value in 4...6 { subject.send(value) }
        #expect(probe.events == events([4, 5]))
        #expect(log.events.contains("other cancelled"))
        #expect(log.events.filter { $0.hasPrefix("it max") } == ["it max(2)", "it max(1)", "it max(1)", "it max(1)"])
        probe.cancel()
        #expect(log.events.last == "it cancelled")
    }

    @Test(arguments: [Subscribers.Completion<Oops>.finished, .failure(.second)])
    func dropCompletesIfTheOtherPublisherCompletesWithoutAValue(end: Subscribers.Completion<Oops>) {
        recording(subject, "it").drop(untilOutputFrom: other).subscribe(probe)
        other.send(completion: end)
        #expect(probe.events == events([], then: end == .finished ? .finished : .failed(.second)))
        #expect(log.events == ["it cancelled"])
    }

    @Test(arguments: [true, false])
    func cancellationCancelsBothUpstreamPublishers(drops: Bool) {
        let (left, right) = (recording(subject, "it"), recording(other, "other"))
        if drops {
            left.drop(untilOutputFrom: right).subscribe(probe)
        } else {
            left.prefix(untilOutputFrom: right).subscribe(probe)
        }
        probe.cancel()
        #expect(log.events.suffix(2).sorted() == ["it cancelled", "other cancelled"])
    }

    @Test(arguments: [true, false])
    func timeoutCompletesIfNoValueArrives(fails: Bool) {
        probe.demand = .unlimited
        let error: (() -> Oops)? = fails ? { .second } : nil
        recording(subject, "it")
            .timeout(.milliseconds(10), scheduler: scheduler, customError: error)
            .subscribe(probe)
        for value in 1...3 {
            scheduler.advance(9)
            subject.send(value)
        }
        scheduler.advance(9)
        #expect(probe.events == events(1...3))
        scheduler.advance(1)
        subject.send(4)
        #expect(probe.events == events(1...3, then: fails ? .failed(.second) : .finished))
        #expect(log.events == ["it unlimited", "it cancelled"])
        scheduler.advance(30)
        #expect(scheduler.isIdle)
    }

    /// Sends the numbers below 300 on one thread, while another thread runs the work of the
    /// scheduler.
    private func send(_ subject: PassthroughSubject<Int, Never>, scheduler: StillScheduler) {
        let isOver = Lock(false)
        onThreads(2) { thread in
            if thread == 0 {
                for number in 0..<300 { subject.send(number) }
                isOver.withLock { $0 = true }
            } else {
                while !isOver.withLock({ $0 }) { scheduler.work() }
            }
        }
        for _ in 0..<600 { scheduler.work() }
    }

    @Test func timeoutCanCheckForValuesWhileAnotherThreadSends() {
        let (scheduler, subject) = (StillScheduler(), PassthroughSubject<Int, Never>())
        let seen = Recorder<Int>()
        let subscription = subject.timeout(.seconds(1), scheduler: scheduler).sink(receiveValue: seen.record)
        send(subject, scheduler: scheduler)
        #expect(seen.events == Array(0..<300))
        subscription.cancel()
    }

    @Test(arguments: [true, false])
    func throttledValueCanBeDeliveredWhileAnotherThreadSends(latest: Bool) {
        let (scheduler, subject) = (StillScheduler(), PassthroughSubject<Int, Never>())
        let seen = Recorder<Int>()
        let subscription = subject.throttle(for: .seconds(1), scheduler: scheduler, latest: latest)
            .sink(receiveValue: seen.record)
        send(subject, scheduler: scheduler)
        // The values ascend. Which ones they are depends on the timing of the threads.
        #expect(zip(seen.events, seen.events.dropFirst()).allSatisfy { $0 < $1 })
        #expect(latest ? seen.events.last == 299 : !seen.events.isEmpty)
        subscription.cancel()
    }

    @Test func endedTimeoutKeepsNothing() {
        weak var weakProbe: Probe?
        do {
            let probe = Probe()
            weakProbe = probe
            subject.timeout(.seconds(9), scheduler: scheduler).subscribe(probe)
            subject.send(completion: .finished)
            scheduler.advance(0)
            #expect(probe.events == events([], then: .finished))
        }
        #expect(weakProbe == nil)
        #expect(!scheduler.isIdle)
    }

    @Test(arguments: [Int.max, 3])
    func valuesAreCollectedByTimeOrCount(count: Int) {
        let strategy: Publishers.TimeGroupingStrategy<ManualScheduler> =
            count == .max
            ? .byTime(scheduler, .milliseconds(10)) : .byTimeOrCount(scheduler, .milliseconds(10), count)
        let arrays = Recorder<[Int]>()
        let subscription = subject.collect(strategy).sink { _ in
            arrays.record([])
        } receiveValue: { values in
            arrays.record(values)
        }
        for value in 1...4 { subject.send(value) }
        #expect(arrays.events == (count == 3 ? [[1, 2, 3]] : []))
        scheduler.advance(10)
        #expect(arrays.events == (count == 3 ? [[1, 2, 3], [4]] : [[1, 2, 3, 4]]))
        scheduler.advance(10)
        subject.send(5)
        subject.send(completion: .finished)
        scheduler.advance(0)
        #expect(arrays.events.suffix(2) == [[5], []])
        scheduler.advance(20)
        #expect(scheduler.isIdle)
        subscription.cancel()
    }

    /// Sends requested values at once, even if they are requested during a delivery.
    private struct Counting: Publisher {
        typealias Output = Int
        typealias Failure = Oops

        private final class StubSubscription: Subscription {
            private let subscriber: any Subscriber<Int, Oops>
            private var last = 0

            init(_ subscriber: any Subscriber<Int, Oops>) { self.subscriber = subscriber }

            func request(_ demand: Subscribers.Demand) {
                for _ in 0..<(demand.max ?? 0) {
                    last += 1
                    _ = subscriber.receive(last)
                }
            }

            func cancel() {}
        }

        func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Oops, S.Input == Int {
            subscriber.receive(subscription: StubSubscription(subscriber))
        }
    }

    @Test func arraysRequestedDuringADeliveryHaveTheirOwnValues() {
        probe.demand = .max(1)
        probe.onValue = { [probe] in
            if $0 < 50 { probe.request(1) }
            return .none
        }
        Counting().collect(2).map { 10 * $0[0] + $0[1] }.subscribe(probe)
        #expect(probe.values == [12, 34, 56])
    }

    @Test func printWritesALineForEachEvent() {
        final class Lines: TextOutputStream {
            let lines = Recorder<String>()
            func write(_ string: String) { lines.record(string) }
        }
        let lines = Lines()
        probe.demand = .max(1)
        probe.onValue = { $0 == 1 ? .max(2) : .none }
        [1, 2].publisher.setFailureType(to: Oops.self).append(Fail(error: .first)).print("log", to: lines)
            .subscribe(probe)
        subject.print(to: lines).sink { _ in
        } receiveValue: { _ in
        }.cancel()
        #expect(
            lines.lines.events.filter { !$0.contains("subscription") } == [
                "log: request max: (1)\n", "log: receive value: (1)\n", "log: request max: (2) (synchronous)\n",
                "log: receive value: (2)\n", "log: receive error: (first)\n", "request unlimited\n", "receive cancel\n",
            ]
        )
        #expect(lines.lines.events.first?.hasPrefix("log: receive subscription: (") == true)
    }

    @Test func printWritesFromOneThreadAtATime() {
        struct Lines: TextOutputStream {
            let written: Recorder<Int>
            private var count = 0

            init(_ written: Recorder<Int>) { self.written = written }

            mutating func write(_ string: String) {
                count += 1
                written.record(count)
            }
        }
        let written = Recorder<Int>()
        nonisolated(unsafe) let printing = Deferred { Just(1) }.print(to: Lines(written))
        onThreads(4) { _ in
            for _ in 0..<100 {
                unsafe printing.sink { _ in
                }.cancel()
            }
        }
        #expect(written.events == Array(1...1_600))
    }

    #if os(Linux) || os(macOS)
    @Test func printWritesToTheStreamOrToStandardOutput() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let publishers = [Just(1).print("said"), Just(2).print("written", to: Nowhere())]
            for publisher in publishers {
                publisher.sink { _ in
                }.cancel()
            }
        }
        let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("said: ") || $0.hasPrefix("written: ") }
        #expect(lines.dropFirst() == ["said: request unlimited", "said: receive value: (1)", "said: receive finished"])
        #expect(lines.first?.hasPrefix("said: receive subscription: (") == true)
    }
    #endif
}
