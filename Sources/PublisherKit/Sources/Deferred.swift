// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Makes a publisher of its own for each subscriber, when that subscribes.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// The values of the publishers that are made.
    public typealias Output = DeferredPublisher.Output
    /// The errors of the publishers that are made.
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the publisher.
    public let createPublisher: () -> DeferredPublisher

    /// Makes a publisher that calls the closure for each subscriber.
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    /// Makes a publisher and lets that serve the subscriber.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        createPublisher().subscribe(subscriber)
    }
}

@available(*, unavailable)
extension Deferred: Sendable {}
#endif
