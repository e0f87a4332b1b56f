// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit
import RexCore
import RexTestSupport
import Testing

@Suite struct ValuesTests {
    @Test func loopGetsAllValues() async {
        var values: [Int] = []
        for await value in [1, 2, 3].publisher.values { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func loopThrowsTheFailureAfterTheValues() async {
        var values: [Int] = []
        await #expect(throws: Oops.second) {
            let publisher = [1, 2].publisher.setFailureType(to: Oops.self).append(Fail(error: Oops.second))
            for try await value in publisher.values { values.append(value) }
        }
        #expect(values == [1, 2])
    }

    @Test func failureIsThrownOnceThenTheLoopEnds() async {
        let publisher = [1].publisher.setFailureType(to: Oops.self).append(Fail(error: Oops.second))
        var iterator = publisher.values.makeAsyncIterator()
        var answers: [String] = []
        for _ in 1...4 {
            do {
                answers.append(try await iterator.next().map { "\($0)" } ?? "nil")
            } catch {
                answers.append("\(error)")
            }
        }
        #expect(answers == ["1", "second", "nil", "nil"])
    }

    @Test func loopRequestsOneValueAtATime() async {
        let demands = Recorder<Subscribers.Demand>()
        let publisher = [1, 2, 3].publisher.handleEvents(receiveRequest: { demands.record($0) })
        for await value in publisher.values where value == 2 { break }
        #expect(demands.events == [.max(1), .max(1)])
    }

    @Test func loopGetsValuesFromAnotherThread() async {
        let subject = CurrentValueSubject<Int, Never>(0)
        let requested = Gate()
        let sender = JoinableThread {
            requested.wait()
            subject.send(1)
            subject.send(completion: .finished)
        }
        var values: [Int] = []
        for await value in subject.values {
            values.append(value)
            requested.open()
        }
        sender.join()
        #expect(values == [0, 1] || values == [0])
    }

    @Test func loopGetsEachValueOfAQueueInOrder() async {
        var values: [Int] = []
        for await value in (0..<2_000).publisher.receive(on: DispatchQueue(label: "values")).values {
            values.append(value)
        }
        #expect(values == Array(0..<2_000))
    }

    @Test func cancelledTaskEndsTheLoopAndTheSubscription() async {
        let cancellations = Recorder<String>()
        let (started, startedContinuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            let publisher = PassthroughSubject<Int, Never>().handleEvents(
                receiveCancel: { cancellations.record("cancelled") },
                receiveRequest: { _ in startedContinuation.finish() }
            )
            for await _ in publisher.values {}
        }
        for await _ in started {}
        task.cancel()
        await task.value
        #expect(cancellations.events == ["cancelled"])
    }

    /// Lets two tasks share an iterator, which these tests are about.
    private struct Shared: @unchecked Sendable {
        let iterator: AsyncPublisher<AnyPublisher<Int, Never>>.Iterator

        func next() async -> Int? {
            var iterator = iterator
            return await iterator.next()
        }
    }

    private func share(_ subject: PassthroughSubject<Int, Never>) -> (Shared, requests: AsyncStream<Void>) {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        let publisher = subject.handleEvents(receiveRequest: { _ in continuation.yield() }).eraseToAnyPublisher()
        return (Shared(iterator: publisher.values.makeAsyncIterator()), requests)
    }

    @Test(arguments: [true, false])
    func overlappingCallsOfNextGetOneValueEachOrNil(ends: Bool) async {
        let subject = PassthroughSubject<Int, Never>()
        let (shared, requests) = share(subject)
        let tasks = (1...3).map { _ in Task { await shared.next() } }
        var iterator = requests.makeAsyncIterator()
        for _ in tasks { await iterator.next() }
        subject.send(1)
        if ends { subject.send(completion: .finished) } else { for value in 2...3 { subject.send(value) } }
        var values: [Int?] = []
        for task in tasks { values.append(await task.value) }
        #expect(values.compactMap(\.self).sorted() == (ends ? [1] : [1, 2, 3]))
    }

    @Test func cancelledCallEndsAllOverlappingCalls() async {
        let (shared, requests) = share(PassthroughSubject())
        let tasks = (1...2).map { _ in Task { await shared.next() } }
        var iterator = requests.makeAsyncIterator()
        for _ in tasks { await iterator.next() }
        tasks[0].cancel()
        for task in tasks { #expect(await task.value == nil) }
    }

    /// Sends its subscription on another thread.
    private struct ThreadedPublisher: Publisher {
        typealias Output = Int
        typealias Failure = Never

        private final class StubSubscription: Subscription, Sendable {
            let cancellations: Recorder<Int>

            init(_ cancellations: Recorder<Int>) { self.cancellations = cancellations }

            func request(_ demand: Subscribers.Demand) {}
            func cancel() { cancellations.record(1) }
        }

        let thread = Lock<JoinableThread?>(nil)
        let cancellations = Recorder<Int>()

        func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
            let receive = Lock { (stub: StubSubscription) in subscriber.receive(subscription: stub) }
            let thread = JoinableThread { [cancellations] in receive.withLock { $0 }(StubSubscription(cancellations)) }
            self.thread.withLock { $0 = thread }
        }
    }

    @Test func subscriptionDuringCancellationOfWaitingTasksIsCancelledOnce() async {
        for _ in 0..<100 {
            let distant = ThreadedPublisher()
            let shared = Shared(iterator: distant.eraseToAnyPublisher().values.makeAsyncIterator())
            let tasks = (1...3).map { _ in Task { await shared.next() } }
            await Task.yield()
            tasks[0].cancel()
            for task in tasks { #expect(await task.value == nil) }
            distant.thread.withLock { $0.take() }?.join()
            #expect(distant.cancellations.events == [1])
        }
    }

    @Test func leavingTheLoopCancelsTheSubscription() async {
        let cancellations = Recorder<String>()
        let subject = CurrentValueSubject<Int, Never>(1)
        func firstValue() async -> Int? {
            let publisher = subject.handleEvents(receiveCancel: { cancellations.record("cancelled") })
            for await value in publisher.values { return value }
            return nil
        }
        #expect(await firstValue() == 1)
        #expect(cancellations.events == ["cancelled"])
    }
}
