// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Subscribers {
    /// A subscriber that requests everything and writes each value to a property of an object,
    /// which it keeps alive.
    public final class Assign<Root, Input>: Subscriber, Cancellable {
        /// Only what cannot fail can be assigned.
        public typealias Failure = Never

        /// The property that is written.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>
        private let target: Lock<Root?>
        private let sink: Lock<Sink<Input, Never>?>

        /// The object that is written to, until this has ended.
        public var object: Root? { target.withLock { $0 } }

        /// Makes a subscriber that writes to `object`.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            self.keyPath = keyPath
            let target = Lock<Root?>(object)
            self.target = target
            sink = Lock(
                Sink { _ in
                    _ = target.withLock { $0.take() }
                } receiveValue: { value in
                    target.withLock { $0 }?[keyPath: keyPath] = value
                }
            )
        }

        /// Takes the first subscription and requests everything; any other is cancelled.
        public func receive(subscription: any Subscription) {
            if let sink = sink.withLock({ $0 }) {
                sink.receive(subscription: subscription)
            } else {
                subscription.cancel()
            }
        }

        /// Writes the value, unless this has ended.
        public func receive(_ value: Input) -> Subscribers.Demand {
            sink.withLock { $0 }?.receive(value) ?? .none
        }

        /// Lets go of the object.
        public func receive(completion: Subscribers.Completion<Never>) {
            sink.withLock { $0.take() }?.receive(completion: completion)
        }

        /// Cancels the subscription and lets go of the object.
        public func cancel() {
            sink.withLock { $0.take() }?.cancel()
            _ = target.withLock { $0.take() }
        }
    }
}

extension Subscribers.Assign: EndingSubscriber {
    var hasEnded: Bool { object == nil }
}

@available(*, unavailable)
extension Subscribers.Assign: Sendable {}

extension Publisher where Failure == Never {
    /// Writes each value to a property of `object`, which is kept alive meanwhile.
    ///
    /// - Returns: The subscription, which goes on until this is cancelled or dropped.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}
#endif
