// SPDX-License-Identifier: MIT

#if !canImport(Combine)
// These operators take one step for each value. They forward demand unchanged, and request another
// value for each value that they filter out.

extension Publishers {
    /// A publisher of the values that satisfy a throwing predicate.
    public typealias TryFilter<Upstream: Publisher> = Operation<Upstream, Upstream.Output, any Error>
    /// A publisher of the non-nil results of a throwing closure.
    public typealias TryCompactMap<Upstream: Publisher, Output> = Operation<Upstream, Output, any Error>
    /// A publisher that combines each value with the previous result by a throwing closure.
    public typealias TryScan<Upstream: Publisher, Output> = Operation<Upstream, Output, any Error>
    /// A publisher that drops a value if a throwing comparison finds it equal to the previous one.
    public typealias TryRemoveDuplicates<Upstream: Publisher> = TryFilter<Upstream>
    /// A publisher of the values up to the first that doesn't satisfy a predicate.
    public typealias PrefixWhile<Upstream: Publisher> = Operation<Upstream, Upstream.Output, Upstream.Failure>
    /// A publisher of the values up to the first that doesn't satisfy a throwing predicate.
    public typealias TryPrefixWhile<Upstream: Publisher> = TryFilter<Upstream>
    /// A publisher that drops values up to the first that doesn't satisfy a predicate.
    public typealias DropWhile<Upstream: Publisher> = PrefixWhile<Upstream>
    /// A publisher that drops values up to the first that doesn't satisfy a throwing predicate.
    public typealias TryDropWhile<Upstream: Publisher> = TryFilter<Upstream>
    /// A publisher that provides a value if the upstream publisher finishes without one.
    public typealias ReplaceEmpty<Upstream: Publisher> = PrefixWhile<Upstream>
    /// A publisher that continues with another publisher after a failure, or fails if the closure
    /// throws.
    public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> = TryFilter<Upstream>
}

extension Publisher {
    /// Republishes the values that satisfy a throwing predicate.
    ///
    /// Fails if it throws.
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(stepping: self, (), fail: { $0 }) { _, value in
            try isIncluded(value) ? .pass(value) : .skip
        }
    }

    /// Publishes the non-nil results of a throwing closure.
    ///
    /// Fails if it throws.
    public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(stepping: self, (), fail: { $0 }) { _, value in
            try transform(value).map(StepResult.pass) ?? .skip
        }
    }

    /// Combines each value with the previous result by a throwing closure and publishes the new
    /// result.
    ///
    /// Fails if it throws.
    public func tryScan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
        -> Publishers.TryScan<Self, T>
    {
        Publishers.TryScan(stepping: self, initialResult, fail: { $0 }) { result, value in
            result = try nextPartialResult(result, value)
            return .pass(result)
        }
    }

    /// Drops values that a throwing comparison finds equal to the last published value.
    ///
    /// Fails if it throws.
    public func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryRemoveDuplicates<Self>
    {
        Publishers.TryRemoveDuplicates(stepping: self, nil, fail: { $0 }) { (last: inout Output?, value) in
            if let last, try predicate(last, value) { return .skip }
            last = value
            return .pass(value)
        }
    }

    /// Republishes values up to the first that doesn't satisfy the predicate.
    ///
    /// Then finishes, and cancels this publisher.
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(stepping: self, ()) { _, value in predicate(value) ? .pass(value) : .end }
    }

    /// Republishes values up to the first that doesn't satisfy a throwing predicate.
    ///
    /// Fails if it throws.
    public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(stepping: self, (), fail: { $0 }) { _, value in
            try predicate(value) ? .pass(value) : .end
        }
    }

    /// Drops values up to the first that doesn't satisfy the predicate.
    ///
    /// Republishes that value and all later values.
    public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(stepping: self, true) { drops, value in
            drops = drops && predicate(value)
            return drops ? .skip : .pass(value)
        }
    }

    /// Drops values up to the first that doesn't satisfy a throwing predicate.
    ///
    /// Fails if it throws.
    public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(stepping: self, true, fail: { $0 }) { drops, value in
            drops = try drops && predicate(value)
            return drops ? .skip : .pass(value)
        }
    }

    /// Replaces each nil by `output`.
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }

    /// Publishes `output` when it is requested, if this publisher finishes without a value.
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(self) { upstream, subscriber in
            let concatenation = ConcatenationSubscription(subscriber)
            var isEmpty = true
            let observed = upstream.map { value in
                isEmpty = false
                return value
            }
            concatenation.follow(observed) { completion in
                if case .finished = completion, isEmpty {
                    concatenation.follow(Just(output)) { _ in concatenation.finish(.finished) }
                } else {
                    concatenation.finish(completion)
                }
            }
        }
    }

    /// Continues with the publisher that `handler` returns if this publisher fails.
    ///
    /// Fails if `handler` throws.
    public func tryCatch<P>(_ handler: @escaping (Failure) throws -> P) -> Publishers.TryCatch<Self, P>
    where P: Publisher, Output == P.Output {
        Publishers.TryFilter(self) { upstream, subscriber in
            let concatenation = ConcatenationSubscription(subscriber)
            concatenation.follow(upstream) { completion in
                guard case .failure(let error) = completion else { return concatenation.finish(.finished) }
                do {
                    concatenation.follow(try handler(error)) { concatenation.finish($0.mapError { $0 }) }
                } catch {
                    concatenation.finish(.failure(error))
                }
            }
        }
    }
}
#endif
