// SPDX-License-Identifier: MIT

public import PublisherKit
internal import class RexCore.Lock

/// The contents of a tap until it ends.
///
/// It isn't generic, so that its metadata needs no look-up for each tap.
private struct TapState {
    /// The box of the closure that receives the values.
    var receiver: AnyObject?
    var subscription: (any Subscription)?
    /// The cancellable of the tap, set if a collector collects taps.
    weak var cancellable: AnyCancellable?
    var whenEnded: ((AnyCancellable) -> Void)?
}

/// The subscriber of ``PublisherKit/Publisher/tap(_:)``.
///
/// Its demand is unlimited.
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

    /// Returns a cancellable that cancels the tap when it is released.
    func makeCancellable() -> AnyCancellable {
        let cancellable = AnyCancellable(self)
        if let collector = TapCollector.current {
            state.withLock { $0.cancellable = cancellable }
            collector.add(self)
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

    /// Ends the tap.
    ///
    /// Returns its contents, to be released outside of the lock.
    private func end() -> TapState {
        state.withLock { state in
            defer { state = TapState(cancellable: state.cancellable) }
            return state
        }
    }
}

extension Publisher {
    /// Subscribes, and calls the closure with each value on the thread that delivers it.
    ///
    /// A failure ends the subscription silently. Handle errors upstream, or use
    /// `sink(receiveCompletion:receiveValue:)`.
    ///
    /// - Returns: A cancellable. The subscription continues until it is cancelled or released.
    public func tap(_ receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let tap = Tap<Output, Failure>(receiveValue)
        subscribe(tap)
        return tap.makeCancellable()
    }
}
