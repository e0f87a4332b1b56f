// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers a value in place of a failure, then finishes.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// No failure.
        public typealias Failure = Never

        /// The publisher of the values.
        public let upstream: Upstream
        /// The value in place of a failure.
        public let output: Output

        /// Makes a publisher that delivers `output` in place of a failure.
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Passes the demand on as it is; the value waits until it is requested.
        public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, Output == S.Input {
            upstream.catch { _ in Just(output) }.subscribe(subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.ReplaceError: Sendable {}

extension Publisher {
    /// Delivers this value in place of a failure, then finishes.
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}
#endif
