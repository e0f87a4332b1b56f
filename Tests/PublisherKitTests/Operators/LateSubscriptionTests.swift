// SPDX-License-Identifier: MIT

// Combine may behave differently in some of these cases.
#if !canImport(Combine)
import Dispatch
import PublisherKit
import RexTestSupport
import Testing

/// A publisher that sends its subscriptions on command.
private final class StagedPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Oops

    let events = Recorder<String>()
    private var subscribers: [any Subscriber<Int, Oops>] = []

    func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Oops, S.Input == Int {
        subscribers.append(subscriber)
    }

    /// Sends every subscriber a subscription, whether it already has one or not.
    func sendSubscriptions() {
        for subscriber in subscribers { subscriber.receive(subscription: StubSubscription(events)) }
    }

    /// Sends every subscriber a value and the completion, whether it has a subscription or not.
    func sendValueAndCompletion() {
        for subscriber in subscribers {
            _ = subscriber.receive(1)
            subscriber.receive(completion: .finished)
        }
    }

    private final class StubSubscription: Subscription {
        private let events: Recorder<String>

        init(_ events: Recorder<String>) {
            self.events = events
        }

        func request(_ demand: Subscribers.Demand) { events.record("request") }
        func cancel() { events.record("cancel") }
    }
}

/// A subscriber that cancels as soon as it gets its subscription.
private final class CancellingSubscriber: Subscriber {
    let recorder = Recorder<Event>()

    func receive(subscription: any Subscription) {
        recorder.record(.subscribed)
        subscription.cancel()
        subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        recorder.record(.value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Oops>) {
        recorder.record(.finished)
    }
}

@Suite struct LateSubscriptionTests {
    private let staged = StagedPublisher()

    @Test func subscriptionAfterCancellationIsCancelled() {
        let scheduler = ManualScheduler()
        let subscriptions = [
            staged.sink { _ in
            } receiveValue: { _ in
            },
            staged.merge(with: staged).sink { _ in
            } receiveValue: { _ in
            },
            staged.zip(staged).sink { _ in
            } receiveValue: { _ in
            },
            staged.append(1).sink { _ in
            } receiveValue: { _ in
            },
            staged.subscribe(on: scheduler).sink { _ in
            } receiveValue: { _ in
            },
            staged.assertedNotToFail.assign(to: \.value, on: Box()),
        ]
        subscriptions.forEach { $0.cancel() }
        scheduler.advance(0)
        staged.sendSubscriptions()
        #expect(staged.events.events == Array(repeating: "cancel", count: 8))
    }

    @Test func subscriptionOfAnEndedLoopIsCancelled() {
        do {
            _ = staged.values.makeAsyncIterator()
            _ = staged.catch { _ in Just(1) }.values.makeAsyncIterator()
        }
        staged.sendSubscriptions()
        #expect(staged.events.events == ["cancel", "cancel"])
    }

    @Test func sinkAcceptsEventsBeforeItsSubscription() {
        let seen = Recorder<String>()
        let subscription = staged.sink { completion in
            seen.record("\(completion)")
        } receiveValue: { value in
            seen.record("\(value)")
        }
        staged.sendValueAndCompletion()
        staged.sendSubscriptions()
        #expect(seen.events == ["1", "finished"])
        #expect(staged.events.events == ["cancel"])
        subscription.cancel()
    }

    @Test(arguments: OperatorCase.all)
    func secondSubscriptionIsCancelled(operation: OperatorCase) {
        let probe = Probe()
        operation.apply(staged.eraseToAnyPublisher()).subscribe(probe)
        staged.sendSubscriptions()
        #expect(!staged.events.events.contains("cancel"))
        let before = staged.events.events
        staged.sendSubscriptions()
        #expect(staged.events.events == before + ["cancel"])
    }

    @Test(arguments: OperatorCase.all)
    func subscriberThatCancelsOnSubscriptionGetsNoMoreEvents(operation: OperatorCase) {
        let hasty = CancellingSubscriber()
        let (subscriptions, cancellations) = (Recorder<Int>(), Recorder<Int>())
        let subject = CurrentValueSubject<Int, Oops>(1)
        let upstream = subject.handleEvents(
            receiveSubscription: { _ in subscriptions.record(1) },
            receiveCancel: { cancellations.record(1) }
        )
        operation.apply(upstream.eraseToAnyPublisher()).subscribe(hasty)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(hasty.recorder.events == [.subscribed])
        // Some operators don't even subscribe any more.
        #expect(cancellations.events == subscriptions.events)
    }

    private typealias Flow = AnyPublisher<Int, Oops>
    private static let span = DispatchQueue.SchedulerTimeType.Stride.milliseconds(10)
    /// Operators that wait for another event than one of their upstream publisher.
    private static let waiting: [@Sendable (Flow, ManualScheduler) -> Flow] = [
        { $0.debounce(for: span, scheduler: $1).eraseToAnyPublisher() },
        { $0.throttle(for: span, scheduler: $1, latest: true).eraseToAnyPublisher() },
        { $0.timeout(span, scheduler: $1) { .first }.eraseToAnyPublisher() },
        { $0.delay(for: span, scheduler: $1).eraseToAnyPublisher() },
        { $0.receive(on: $1).eraseToAnyPublisher() },
        { flow, _ in flow.map { Just($0).setFailureType(to: Oops.self) }.switchToLatest().eraseToAnyPublisher() },
        { flow, _ in flow.share().eraseToAnyPublisher() },
    ]

    @Test(arguments: waiting.indices, [false, true])
    func cancellationReachesTheUpstreamOnce(operation: Int, isAtOnce: Bool) {
        let scheduler = ManualScheduler()
        let (upstreamEvents, subject) = (Recorder<String>(), CurrentValueSubject<Int, Oops>(1))
        let upstream = subject.handleEvents(
            receiveSubscription: { _ in upstreamEvents.record("subscribed") },
            receiveCancel: { upstreamEvents.record("cancelled") }
        )
        let flow = Self.waiting[operation](upstream.eraseToAnyPublisher(), scheduler)
        let (hasty, probe) = (CancellingSubscriber(), Probe())
        if isAtOnce {
            flow.subscribe(hasty)
        } else {
            flow.subscribe(probe)
            subject.send(2)
            probe.cancel()
        }
        // `share` only cancels what it has connected.
        #expect(upstreamEvents.events == ["subscribed", "cancelled"] || isAtOnce && upstreamEvents.events.isEmpty)
        let delivered = probe.events
        subject.send(3)
        scheduler.advance(50)
        #expect(hasty.recorder.events == (isAtOnce ? [.subscribed] : []))
        #expect(probe.events == delivered)
        #expect(scheduler.isIdle)
    }

    @Test func subscriberThatCancelsOnSubscriptionGetsNoMoreEventsOfASource() {
        let sources: [AnyPublisher<Int, Oops>] = [
            Just(1).setFailureType(to: Oops.self).eraseToAnyPublisher(),
            [1, 2].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher(),
            Empty<Int, Oops>().eraseToAnyPublisher(),
            Fail<Int, Oops>(error: .first).eraseToAnyPublisher(),
            Future<Int, Oops> { $0(.success(1)) }.eraseToAnyPublisher(),
            CurrentValueSubject<Int, Oops>(1).eraseToAnyPublisher(),
        ]
        let subscribers = sources.map { source in
            let hasty = CancellingSubscriber()
            source.subscribe(hasty)
            return hasty
        }
        #expect(subscribers.map(\.recorder.events) == sources.map { _ in [.subscribed] })
    }

    private final class Box { var value = 0 }
}

extension Publisher where Output == Int, Failure == Oops {
    fileprivate var assertedNotToFail: Publishers.Catch<Self, Empty<Int, Never>> { self.catch { _ in Empty() } }
}
#endif
