// SPDX-License-Identifier: MIT

public import PublisherKit
internal import class RexCore.Lock

/// The contents of a tap until it has ended; no generic type, which each would look up several
/// times.
private struct TapState {
    /// The box of the closure that is called with each value.
    var receiver: AnyObject?
    var subscription: (any Subscription)?
    /// The cancellable of the tap, if a collector collects the taps.
    weak var cancellable: AnyCancellable?
    var whenEnded: ((AnyCancellable) -> Void)?
}

/// The subscriber that ``PublisherKit/Publisher/tap(_:)`` makes: it requests everything.
final class Tap<Input, Failure: Error>: Subscriber, Cancellable, EndingTap {
    private final class Receiver {
        let receive: (Input) -> Void

        init(_ receive: @escaping (Input) -> Void) {
            self.receive = receive
        }
    }

    private let state: Lock<TapState>

    init(_ receiveValue: @escaping (Input) -> Void) {
        state = Lock(TapState(receiver: Receiver(receiveValue)))
    }

    /// Makes the cancellable that cancels this when it is dropped.
    func makeCancellable() -> AnyCancellable {
        let cancellable = AnyCancellable(self)
        if let collector = TapCollector.current {
            state.withLock { $0.cancellable = cancellable }
            collector.note(self)
        }
        return cancellable
    }

    func whenEnded(_ body: @escaping (AnyCancellable) -> Void) {
        let cancellable = state.withLock { state in
            guard state.receiver == nil else {
                state.whenEnded = body
                return nil as AnyCancellable?
            }
            return state.cancellable
        }
        if let cancellable { body(cancellable) }
    }

    func receive(subscription: any Subscription) {
        let isFirst = state.withLock { state in
            guard state.receiver != nil, state.subscription == nil else { return false }
            state.subscription = subscription
            return true
        }
        if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if let receiver = state.withLock({ $0.receiver }) {
            unsafe unsafeDowncast(receiver, to: Receiver.self).receive(input)
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let ended = end()
        if let cancellable = ended.cancellable { ended.whenEnded?(cancellable) }
    }

    func cancel() {
        let ended = end()
        ended.subscription?.cancel()
    }

    /// Ends it, and returns its contents, to be released outside of the lock.
    private func end() -> TapState {
        state.withLock { state in
            defer { state = TapState(cancellable: state.cancellable) }
            return state
        }
    }
}

extension Publisher {
    /// Subscribes, and calls the closure with each value, on whichever thread delivers it.
    ///
    /// A failure ends it silently; handle errors before it, or use
    /// `sink(receiveCompletion:receiveValue:)`.
    ///
    /// - Returns: The subscription, which goes on until this is cancelled or dropped.
    public func tap(_ receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let tap = Tap<Output, Failure>(receiveValue)
        subscribe(tap)
        return tap.makeCancellable()
    }
}
