// SPDX-License-Identifier: MIT

#if !canImport(Combine)
import PublisherKit
import RexTestSupport
import Testing

/// Publishers of one value, with demand and cancellation at different times.
@Suite struct OneValueTests {
    private final class Value: Sendable {}

    private enum Event: Equatable { case value, finished }

    /// A subscriber that keeps its subscription forever.
    private final class SubscriptionKeeper: Subscriber {
        typealias Input = Value
        typealias Failure = Never

        private let onSubscription: (any Subscription) -> Void
        private let onValue: (any Subscription) -> Void
        private(set) var subscription: (any Subscription)?
        private(set) var events: [Event] = []

        init(
            onSubscription: @escaping (any Subscription) -> Void = { _ in },
            onValue: @escaping (any Subscription) -> Void = { _ in }
        ) {
            self.onSubscription = onSubscription
            self.onValue = onValue
        }

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            onSubscription(subscription)
        }

        func receive(_ input: Value) -> Subscribers.Demand {
            events.append(.value)
            if let subscription { onValue(subscription) }
            return .max(1)
        }

        func receive(completion: Subscribers.Completion<Never>) { events.append(.finished) }
    }

    /// Subscribes to a publisher of a new value that has no other references.
    private func subscribe(_ keeper: SubscriptionKeeper) -> () -> Value? {
        let value = Value()
        Just(value).subscribe(keeper)
        return { [weak value] in value }
    }

    @Test func furtherRequestsDeliverNothing() {
        let keeper = SubscriptionKeeper(
            onSubscription: {
                $0.request(.max(1))
                $0.request(.unlimited)
            },
            onValue: { $0.request(.max(2)) }
        )
        let value = subscribe(keeper)
        #expect(keeper.events == [.value, .finished])
        #expect(value() == nil)
        keeper.subscription?.request(.unlimited)
        keeper.subscription?.cancel()
        #expect(keeper.events == [.value, .finished])
    }

    @Test func valueIsReleasedAfterALateDelivery() {
        let keeper = SubscriptionKeeper()
        let value = subscribe(keeper)
        #expect(keeper.events.isEmpty)
        #expect(value() != nil)
        keeper.subscription?.request(.max(1))
        #expect(keeper.events == [.value, .finished])
        #expect(value() == nil)
    }

    @Test(arguments: [false, true])
    func cancellationOnSubscriptionDeliversNothing(hasRequested: Bool) {
        let keeper = SubscriptionKeeper(onSubscription: {
            if hasRequested { $0.request(.max(1)) }
            $0.cancel()
            $0.request(.max(1))
        })
        let value = subscribe(keeper)
        #expect(keeper.events.isEmpty)
        #expect(value() == nil)
    }

    @Test func laterCancellationReleasesTheValue() {
        let keeper = SubscriptionKeeper()
        let value = subscribe(keeper)
        keeper.subscription?.cancel()
        keeper.subscription?.cancel()
        #expect(value() == nil)
        keeper.subscription?.request(.max(1))
        #expect(keeper.events.isEmpty)
    }

    @Test func cancellationDuringTheValueOmitsTheCompletion() {
        let keeper = SubscriptionKeeper(onSubscription: { $0.request(.max(1)) }, onValue: { $0.cancel() })
        let value = subscribe(keeper)
        #expect(keeper.events == [.value])
        #expect(value() == nil)
    }

    @Test(arguments: [false, true])
    func subscriptionDoesNotKeepTheSubscriber(isCancelled: Bool) {
        var keeper: SubscriptionKeeper? = SubscriptionKeeper()
        weak let released = keeper
        if let keeper { _ = subscribe(keeper) }
        let subscription = keeper?.subscription
        if isCancelled { subscription?.cancel() } else { subscription?.request(.max(1)) }
        keeper = nil
        #expect(released == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: [false, true])
    func anotherThreadCanRequestDuringSubscription(cancels: Bool) {
        for _ in 0..<200 {
            var thread: JoinableThread?
            let keeper = SubscriptionKeeper(
                onSubscription: {
                    nonisolated(unsafe) let subscription = $0
                    thread = JoinableThread {
                        unsafe subscription.request(.max(1))
                        if cancels { unsafe subscription.cancel() }
                    }
                }
            )
            _ = subscribe(keeper)
            thread?.join()
            #expect(cancels || keeper.events == [.value, .finished])
            #expect([[], [.value], [.value, .finished]].contains(keeper.events))
        }
    }

    @Test func twoThreadsGetAtMostOneValue() {
        for _ in 0..<200 {
            let keeper = SubscriptionKeeper()
            _ = subscribe(keeper)
            nonisolated(unsafe) let subscription = keeper.subscription
            onThreads(3) { thread in
                unsafe thread == 2 ? subscription?.cancel() : subscription?.request(.max(1))
            }
            #expect([[], [.value], [.value, .finished]].contains(keeper.events))
        }
    }
}
#endif
