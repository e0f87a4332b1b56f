// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import class RexCore.Lock
import RexTestSupport
import Testing

/// A misbehaving publisher: completes twice, then sends a value.
private struct RepeatingCompletionPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    private final class StubSubscription: Subscription {
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
    }

    func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
        subscriber.receive(subscription: StubSubscription())
        for _ in 0..<2 { subscriber.receive(completion: .finished) }
        _ = subscriber.receive(1)
    }
}

/// Records everything that it receives, even after the completion.
private final class EventRecorder: Subscriber {
    typealias Input = Int
    typealias Failure = Never

    private let recorder: Recorder<String>

    init(_ recorder: Recorder<String>) {
        self.recorder = recorder
    }

    func receive(subscription: any Subscription) { recorder.record("subscribed") }

    func receive(_ input: Int) -> Subscribers.Demand {
        recorder.record("\(input)")
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { recorder.record("finished") }
}

/// Keeps its subscription, with unlimited demand.
private final class SubscriptionKeeper: Subscriber {
    typealias Input = Int
    typealias Failure = Never

    private(set) var subscription: (any Subscription)?

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
}

@Suite struct HandleCleanupTests {
    private let recorder = Recorder<String>()
    private let subject = PassthroughSubject<Int, Oops>()

    private func subscribe(_ publisher: some Publisher<Int, Oops>) -> AnyCancellable {
        publisher.sink { [recorder] completion in
            switch completion {
            case .finished: recorder.record("finished")
            case .failure: recorder.record("failed")
            }
        } receiveValue: { [recorder] value in
            recorder.record("\(value)")
        }
    }

    private var cleaned: some Publisher<Int, Oops> {
        subject.handleCleanup { [recorder] in recorder.record("cleanup") }
    }

    @Test func handleCleanupReturnsAPublisherOfCombine() {
        let publisher: Publishers.HandleEvents<PassthroughSubject<Int, Oops>> = subject.handleCleanup {}
        subscribe(publisher).cancel()
        #expect(recorder.events == [])
    }

    @Test func cleanupRunsBeforeTheSinkReceivesTheCompletion() {
        let subscription = subscribe(cleaned)
        subject.send(1)
        subject.send(completion: .finished)
        subscription.cancel()
        #expect(recorder.events == ["1", "cleanup", "finished"])
    }

    @Test func cleanupRunsBeforeTheSinkReceivesTheFailure() {
        let subscription = subscribe(cleaned)
        subject.send(completion: .failure(Oops()))
        subscription.cancel()
        #expect(recorder.events == ["cleanup", "failed"])
    }

    @Test func cancellationRunsTheCleanup() {
        let subscription = subscribe(cleaned)
        subscription.cancel()
        subject.send(1)
        subject.send(completion: .finished)
        #expect(recorder.events == ["cleanup"])
    }

    @Test func cleanupRunsOnceForAllSubscriptions() {
        let publisher = cleaned
        let subscriptions = [subscribe(publisher), subscribe(publisher), subscribe(publisher)]
        subscriptions[0].cancel()
        #expect(recorder.events == ["cleanup"])
        subject.send(completion: .finished)
        withExtendedLifetime(subscriptions) {}
        #expect(recorder.events == ["cleanup", "finished", "finished"])
    }

    @Test func valueAfterTheCompletionIsDropped() {
        RepeatingCompletionPublisher().handleCleanup { [recorder] in recorder.record("cleanup") }.subscribe(
            EventRecorder(recorder)
        )
        #expect(recorder.events == ["subscribed", "cleanup", "finished"])
    }

    @Test func cancellationDuringTheCompletionRunsNoSecondCleanup() {
        let subscription = Lock<AnyCancellable?>(nil)
        let sink = cleaned.sink { [recorder] _ in
            subscription.withLock { $0 }?.cancel()
            recorder.record("end")
        } receiveValue: { _ in
        }
        subscription.withLock { $0 = sink }
        subject.send(completion: .finished)
        #expect(recorder.events == ["cleanup", "end"])
    }

    @Test func cleanupThatCancelsItsOwnPipelineCutsOffTheCompletion() {
        let subscription = Lock<AnyCancellable?>(nil)
        let publisher = subject.handleCleanup { [recorder] in
            recorder.record("cleanup")
            subscription.withLock { $0 }?.cancel()
        }
        subscription.withLock { $0 = subscribe(publisher) }
        subject.send(1)
        subject.send(completion: .finished)
        #expect(recorder.events == ["1", "cleanup"])
    }

    @Test func cleanupIsReleasedAfterItsCall() {
        final class Token: Sendable {}
        weak var weakToken: Token?
        let publisher: Publishers.HandleEvents<PassthroughSubject<Int, Oops>>
        do {
            let token = Token()
            weakToken = token
            publisher = subject.handleCleanup { withExtendedLifetime(token) {} }
        }
        #expect(weakToken != nil)
        subscribe(publisher).cancel()
        #expect(weakToken == nil)
    }

    @Test func cancellationDuringAValueRunsTheCleanupOnce() {
        let subscription = Lock<AnyCancellable?>(nil)
        let tap = cleaned.tap { [recorder] value in
            subscription.withLock { $0 }?.cancel()
            recorder.record("\(value)")
        }
        subscription.withLock { $0 = tap }
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(recorder.events == ["cleanup", "1"])
    }

    @Test func demandIsForwarded() {
        let subscription = subscribe((1...3).publisher.setFailureType(to: Oops.self).handleCleanup {}.prefix(2))
        #expect(recorder.events == ["1", "2", "finished"])
        subscription.cancel()
    }

    @Test func completionAndCancellationOnTwoThreadsRunTheCleanupOnce() {
        for _ in 0..<500 {
            let subject = PassthroughSubject<Int, Never>()
            let calls = Recorder<Int>()
            let subscription = Lock(subject.handleCleanup { calls.record(1) }.tap { _ in })
            onThreads(2) { thread in
                if thread == 0 { subject.send(completion: .finished) } else { subscription.withLock { $0 }.cancel() }
            }
            #expect(calls.events == [1])
        }
    }

    @Test func valuesAndCancellationOnTwoThreadsRunTheCleanupOnce() {
        for _ in 0..<200 {
            let subject = PassthroughSubject<Int, Never>()
            let (calls, values) = (Recorder<Int>(), Recorder<Int>())
            let subscription = Lock(subject.handleCleanup { calls.record(1) }.tap(values.record))
            onThreads(2) { thread in
                if thread == 0 { subject.send(1) } else { subscription.withLock { $0 }.cancel() }
            }
            #expect(calls.events == [1])
            #expect(values.events.count <= 1)
        }
    }

    @Test func requestAndCancellationOnTwoThreadsRunTheCleanupOnce() {
        for _ in 0..<200 {
            let subject = PassthroughSubject<Int, Never>()
            let (calls, keeper) = (Recorder<Int>(), Lock(SubscriptionKeeper()))
            subject.handleCleanup { calls.record(1) }.subscribe(keeper.withLock { $0 })
            onThreads(2) { thread in
                let subscription = keeper.withLock { $0.subscription }
                if thread == 0 { subscription?.request(.max(1)) } else { subscription?.cancel() }
            }
            #expect(calls.events == [1])
        }
    }
}

/// A subscriber that keeps its subscription keeps nothing else alive.
@Suite struct HandleCleanupLifetimeTests {
    @Test(arguments: [true, false])
    func subscriberThatKeepsItsSubscriptionIsReleasedAtTheEnd(ends: Bool) {
        let subject = PassthroughSubject<Int, Never>()
        let cleanups = Recorder<Int>()
        weak var weakKeeper: SubscriptionKeeper?
        do {
            let keeper = SubscriptionKeeper()
            weakKeeper = keeper
            subject.handleCleanup { cleanups.record(1) }.subscribe(keeper)
            if ends { subject.send(completion: .finished) } else { keeper.subscription?.cancel() }
        }
        #expect(weakKeeper == nil)
        #expect(cleanups.events == [1])
    }

    @Test func pipelineRetainsItsSubjectUntilItEnds() {
        let (cleanups, values) = (Recorder<Int>(), Recorder<Int>())
        weak var weakSubject: PassthroughSubject<Int, Never>?
        let subscription: AnyCancellable
        do {
            let subject = PassthroughSubject<Int, Never>()
            weakSubject = subject
            subscription = subject.handleCleanup { cleanups.record(1) }.tap { values.record($0) }
        }
        weakSubject?.send(1)
        weakSubject?.send(completion: .finished)
        #expect(values.events == [1])
        #expect(cleanups.events == [1])
        #expect(weakSubject == nil)
        subscription.cancel()
    }
}
