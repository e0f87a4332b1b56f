// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Writes a line for each event.
    public typealias Print<Upstream: Publisher> = Operation<Upstream, Upstream.Output, Upstream.Failure>
}

extension Publisher {
    /// Writes a line for each event, before it is passed on: to the stream, or without one to
    /// standard output.
    ///
    /// The stream is written to by one thread at a time, and must not use the publisher.
    ///
    /// - Parameters:
    ///   - prefix: what each line begins with, before a colon.
    ///   - stream: what the lines are written to; standard output if it is nil.
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
                onDemand: { log("request \($0.inWords)") },
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
                if more > .none { log("request \(more.inWords) (synchronous)") }
                return more
            }
            upstream.subscribe(inner)
        }
    }
}

extension Subscribers.Demand {
    fileprivate var inWords: String { max.map { "max: (\($0))" } ?? "unlimited" }
}
#endif
