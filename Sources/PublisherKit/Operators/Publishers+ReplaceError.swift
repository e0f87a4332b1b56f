// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that replaces a failure by a value, then finishes.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// This publisher never fails.
        public typealias Failure = Never

        /// The upstream publisher.
        public let upstream: Upstream
        /// The value that replaces a failure.
        public let output: Output

        /// Makes a publisher that replaces a failure by `output`.
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Forwards the demand unchanged.
        ///
        /// The replacement waits until it is requested.
        public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, Output == S.Input {
            upstream.catch { _ in Just(output) }.subscribe(subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.ReplaceError: Sendable {}

extension Publisher {
    /// Replaces a failure by `output`, then finishes.
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}
#endif
