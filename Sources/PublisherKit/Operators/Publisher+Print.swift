// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher that prints a line for each event.
    public typealias Print<Upstream: Publisher> = Operation<Upstream, Upstream.Output, Upstream.Failure>
}

extension Publisher {
    /// Prints a line for each event before forwarding it, to the stream or to standard output.
    ///
    /// Only one thread writes to the stream at a time. The stream must not use the publisher.
    ///
    /// - Parameters:
    ///   - prefix: The start of each line, followed by a colon.
    ///   - stream: The destination of the lines, or nil for standard output.
    public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
        let start = prefix.isEmpty ? "" : prefix + ": "
        let stream = Lock(stream)
        let log = { (text: String) in
            let isWritten = stream.withLock { stream in
                stream?.write(start + text + "\n")
                return stream != nil
            }
            if !isWritten { Swift.print(start + text) }
        }
        return Publishers.Print(self) { upstream, subscriber in
            let subscription = UpstreamSubscription(
                onDemand: { log("request \($0.printed)") },
                onCancel: { log("receive cancel") }
            )
            let inner = UpstreamSubscriber<Output, Failure>(subscription: subscription) { upstreamSubscription in
                log("receive subscription: (\(upstreamSubscription))")
                subscriber.receive(subscription: subscription)
            } onCompletion: { completion in
                switch completion {
                case .finished: log("receive finished")
                case .failure(let error): log("receive error: (\(error))")
                }
                subscriber.receive(completion: completion)
            } onValue: { value in
                log("receive value: (\(value))")
                let more = subscriber.receive(value)
                if more > .none { log("request \(more.printed) (synchronous)") }
                return more
            }
            upstream.subscribe(inner)
        }
    }
}

extension Subscribers.Demand {
    fileprivate var printed: String { max.map { "max: (\($0))" } ?? "unlimited" }
}
#endif
