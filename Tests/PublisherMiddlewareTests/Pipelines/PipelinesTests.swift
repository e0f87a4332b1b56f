// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

/// Records its name when it is cancelled.
private final class StubSubscription: Subscription {
    private let name: String
    private let cancellations: Recorder<String>

    init(name: String, _ cancellations: Recorder<String>) {
        self.name = name
        self.cancellations = cancellations
    }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { cancellations.record(name) }
}

/// A misbehaving publisher: sends two subscriptions and records which are cancelled.
private struct DoubleSubscriptionPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let cancellations: Recorder<String>

    func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
        for name in ["first", "second"] {
            subscriber.receive(subscription: StubSubscription(name: name, cancellations))
        }
        _ = subscriber.receive(1)
    }
}

/// A misbehaving publisher: sends a second subscription after its completion.
private struct ResubscribingPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let cancellations: Recorder<String>

    func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
        subscriber.receive(subscription: StubSubscription(name: "first", cancellations))
        subscriber.receive(completion: .finished)
        subscriber.receive(subscription: StubSubscription(name: "second", cancellations))
        _ = subscriber.receive(1)
    }
}

/// Records everything that it receives, even after the completion.
private struct EventRecorder: Subscriber {
    let combineIdentifier = CombineIdentifier()
    let events: Recorder<String>

    func receive(subscription: any Subscription) { events.record("subscribed") }

    func receive(_ input: Int) -> Subscribers.Demand {
        events.record("\(input)")
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { events.record("\(completion)") }
}

/// Sends its subscription on another thread, and may complete there.
private struct ThreadedPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let thread: Lock<JoinableThread?>
    let cancellations: Recorder<String>
    var ends = false

    func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
        let stub = StubSubscription(name: "cancelled", cancellations)
        let receive = Lock {
            subscriber.receive(subscription: stub)
            if ends { subscriber.receive(completion: .finished) }
        }
        let receiving = JoinableThread { receive.withLock { $0 }() }
        thread.withLock { $0 = receiving }
    }
}

/// A misbehaving publisher: sends a subscription on each of two threads.
private struct RacingPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let cancellations: Recorder<String>

    func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
        let receive = Lock { (stub: StubSubscription) in subscriber.receive(subscription: stub) }
        onThreads(2) { _ in
            let stub = StubSubscription(name: "cancelled", cancellations)
            receive.withLock { $0 }(stub)
        }
    }
}

@Suite struct PipelinesTests {
    private let events = Recorder<String>()

    @Test func secondSubscriptionToATapIsCancelled() {
        let subscription = DoubleSubscriptionPublisher(cancellations: events).tap { [events] in events.record("\($0)") }
        #expect(events.events == ["second", "1"])
        subscription.cancel()
        #expect(events.events == ["second", "1", "first"])
    }

    @Test func tapCancelledDuringSubscriptionCancelsTheSubscription() {
        for _ in 0..<50 {
            let (thread, cancellations) = (Lock<JoinableThread?>(nil), Recorder<String>())
            ThreadedPublisher(thread: thread, cancellations: cancellations).tap { _ in }.cancel()
            thread.withLock { $0 }?.join()
            #expect(cancellations.events == ["cancelled"])
        }
    }

    @Test func oneOfTwoConcurrentSubscriptionsIsCancelled() {
        for _ in 0..<50 {
            let rivalling = RacingPublisher(cancellations: Recorder<String>())
            let subscriptions = [rivalling.tap { _ in }, rivalling.handleCleanup {}.sink { _ in }]
            #expect(rivalling.cancellations.events.count == 2)
            for subscription in subscriptions { subscription.cancel() }
            #expect(rivalling.cancellations.events.count == 4)
        }
    }

    @Test func tapThatEndsOnAnotherThreadWhileItIsMadeIsRemovedFromTheAction() {
        let store = makeStore()
        for _ in 0..<50 {
            let (thread, cancellations) = (Lock<JoinableThread?>(nil), Recorder<String>())
            let action = PublisherAction<AppState> { _, _, cancellables in
                ThreadedPublisher(thread: thread, cancellations: cancellations, ends: true).tap { _ in }.store(
                    in: &cancellables
                )
            }
            store.dispatch(action)
            thread.withLock { $0 }?.join()
            #expect(action.description == "[PublisherAction<AppState>] (0 cancellables)")
            #expect(cancellations.events == [])
        }
    }

    @Test func taskStartedByABodyCanMakeTapsConcurrentlyWithTheBody() async {
        for _ in 0..<50 {
            let (begun, ended) = (Gate(), Gate())
            let action = PublisherAction<AppState> { context in
                Task {
                    begun.open()
                    for _ in 0..<20 { Just(1).tap { _ in }.store(in: &context.cancellables) }
                    ended.open()
                }
                begun.wait()
                Just(1).tap { _ in }.store(in: &context.cancellables)
            }
            // The body waits for a task, so it must not run on a thread of the concurrency pool.
            await withCheckedContinuation { continuation in
                _ = JoinableThread {
                    makeStore().dispatch(action)
                    ended.wait()
                    continuation.resume()
                }
            }
            #expect(action.description == "[PublisherAction<AppState>] (0 cancellables)")
        }
    }

    @Test func secondSubscriptionIsCancelledWithoutRunningTheCleanup() {
        let subscription = DoubleSubscriptionPublisher(cancellations: events)
            .handleCleanup { [events] in events.record("cleanup") }
            .sink { [events] in events.record("\($0)") }
        #expect(events.events == ["second", "1"])
        subscription.cancel()
        #expect(events.events == ["second", "1", "cleanup", "first"])
    }

    @Test func subscriptionAfterTheCompletionIsCancelled() {
        let reviving = ResubscribingPublisher(cancellations: events)
        reviving.tap { [events] in events.record("\($0)") }.cancel()
        #expect(events.events == ["second"])
        reviving.handleCleanup { [events] in events.record("cleanup") }.subscribe(EventRecorder(events: events))
        #expect(events.events == ["second", "subscribed", "cleanup", "finished", "second"])
    }

    #if !canImport(Combine)
    /// Combine's sinks don't report that they have ended.
    @Test func completedSinksAreRemovedBeforeTheNextBody() {
        let store = makeStore()
        let subject = PassthroughSubject<Int, Never>()
        let counts = Recorder<Int>()
        let action = PublisherAction<AppState> { _, _, cancellables in
            counts.record(cancellables.count)
            Just(1).sink { _ in }.store(in: &cancellables)
            subject.sink { _ in }.store(in: &cancellables)
        }
        store.dispatch(action)
        store.dispatch(action)
        subject.send(completion: .finished)
        store.dispatch(action)
        #expect(counts.events == [0, 1, 0])
    }
    #endif

    /// The body runs the same action in another store.
    @Test func nestedRunsOfTheSameActionKeepThePipelinesOfBoth() {
        let (outer, inner) = (makeStore(), makeStore())
        let subject = PassthroughSubject<Int, Never>()
        let own = Lock<PublisherAction<AppState>?>(nil)
        let isNested = Lock(false)
        let action = PublisherAction<AppState>(description: "twice") { dispatch, _, cancellables in
            let wasNested = isNested.withLock { isNested in
                defer { isNested = true }
                return isNested
            }
            if !wasNested, let action = own.withLock({ $0 }) { inner.dispatch(action) }
            subject.tap { dispatch(Add(wasNested ? -$0 : $0)) }.store(in: &cancellables)
        }
        own.withLock { $0 = action }
        outer.dispatch(action)
        own.withLock { $0 = nil }
        #expect("\(action)" == "[PublisherAction<AppState>] twice (2 cancellables)")
        subject.send(5)
        #expect([outer, inner].map(\.state.numbers) == [[5], [-5]])
        subject.send(completion: .finished)
        #expect("\(action)" == "[PublisherAction<AppState>] twice (0 cancellables)")
    }

    @Test func contextOfABodyCanBeUsedOnManyThreads() {
        let (store, middleware) = makeObservedStore()
        let action = PublisherAction<AppState> { context in
            onThreads(2) { _ in AnyCancellable {}.store(in: &context.cancellables) }
            context.cancellables = [AnyCancellable {}]
        }
        let retained = RetainedPublisherAction<AppState> { context in
            onThreads(2) { _ in AnyCancellable {}.store(in: &context.cancellables) }
            context.cancellables = [AnyCancellable {}]
        }
        store.dispatch(action)
        store.dispatch(retained)
        #expect(action.description == "[PublisherAction<AppState>] (1 cancellable)")
        #expect(middleware.retainedCount == 1)
    }

    /// Two threads start pipelines of an action, a third one ends them, and a fourth one counts
    /// them.
    @Test func pipelinesOfOneActionCanStartAndEndConcurrently() {
        let stores = [makeStore(), makeStore()]
        let waiting = Lock<[(subject: PassthroughSubject<Int, Never>, context: PublisherAction<AppState>.Context)]>([])
        let action = PublisherAction<AppState> { context in
            let subject = PassthroughSubject<Int, Never>()
            waiting.withLock { $0.append((subject, context)) }
            subject.handleCleanup {}.tap { context.dispatch(Add($0)) }.store(in: &context.cancellables)
        }
        @Sendable func endOne() {
            guard let (subject, context) = waiting.withLock({ $0.popLast() }) else { return }
            subject.send(1)
            subject.send(completion: .finished)
            _ = context.cancellables
        }
        onThreads(4) { thread in
            for _ in 0..<300 {
                switch thread {
                case 0, 1: stores[thread].dispatch(action)
                case 2: endOne()
                default: _ = action.description
                }
            }
        }
        while waiting.withLock({ !$0.isEmpty }) { endOne() }
        #expect(action.description == "[PublisherAction<AppState>] (0 cancellables)")
    }
}
