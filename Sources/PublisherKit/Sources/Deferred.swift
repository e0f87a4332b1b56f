// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher that makes a new publisher for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// The output of the new publishers.
    public typealias Output = DeferredPublisher.Output
    /// The failure of the new publishers.
    public typealias Failure = DeferredPublisher.Failure

    /// Returns the new publisher.
    public let createPublisher: () -> DeferredPublisher

    /// Makes a publisher that calls `createPublisher` for each subscriber.
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    /// Makes a publisher and attaches the subscriber to it.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        createPublisher().subscribe(subscriber)
    }
}

@available(*, unavailable)
extension Deferred: Sendable {}
#endif
