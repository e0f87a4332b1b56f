// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Subscribers {
    /// A subscriber that assigns each value to a property of an object.
    public final class Assign<Root, Input>: Subscriber, Cancellable {
        /// Only publishers that never fail can be assigned.
        public typealias Failure = Never

        /// The key path of the property.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>
        private let target: Lock<Root?>
        private let sink: Lock<Sink<Input, Never>?>

        /// The object, until the subscription has ended.
        ///
        /// It is kept alive until then.
        public var object: Root? { target.withLock { $0 } }

        /// Makes a subscriber that assigns values to a property of `object`.
        ///
        /// Its demand is unlimited.
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

        /// Accepts the first subscription, with unlimited demand.
        ///
        /// Cancels any other.
        public func receive(subscription: any Subscription) {
            if let sink = sink.withLock({ $0 }) {
                sink.receive(subscription: subscription)
            } else {
                subscription.cancel()
            }
        }

        /// Assigns the value, unless the subscription has ended.
        public func receive(_ value: Input) -> Subscribers.Demand {
            sink.withLock { $0 }?.receive(value) ?? .none
        }

        /// Releases the object.
        public func receive(completion: Subscribers.Completion<Never>) {
            sink.withLock { $0.take() }?.receive(completion: completion)
        }

        /// Cancels the subscription and releases the object.
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
    /// Assigns each value to a property of `object`, and keeps `object` alive meanwhile.
    ///
    /// - Returns: A cancellable. The subscription continues until it is cancelled or released.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}
#endif
