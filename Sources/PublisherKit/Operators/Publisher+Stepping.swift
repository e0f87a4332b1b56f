// SPDX-License-Identifier: MIT

#if !canImport(Combine)
// One step for each value. Demand is passed on as it is; another value is requested in place of one that is left out.

extension Publishers {
    /// Leaves out values, by a test that may throw.
    public typealias TryFilter<Upstream: Publisher> = Operation<Upstream, Upstream.Output, any Error>
    /// Delivers what a function makes of values, where it makes something; the function may throw.
    public typealias TryCompactMap<Upstream: Publisher, Output> = Operation<Upstream, Output, any Error>
    /// Delivers one result for each value; the function that makes it may throw.
    public typealias TryScan<Upstream: Publisher, Output> = Operation<Upstream, Output, any Error>
    /// Leaves out values that count as the one before, by a comparison that may throw.
    public typealias TryRemoveDuplicates<Upstream: Publisher> = TryFilter<Upstream>
    /// Delivers values as long as they pass a test.
    public typealias PrefixWhile<Upstream: Publisher> = Operation<Upstream, Upstream.Output, Upstream.Failure>
    /// Delivers values as long as they pass a test, which may throw.
    public typealias TryPrefixWhile<Upstream: Publisher> = TryFilter<Upstream>
    /// Leaves out values as long as they pass a test.
    public typealias DropWhile<Upstream: Publisher> = PrefixWhile<Upstream>
    /// Leaves out values as long as they pass a test, which may throw.
    public typealias TryDropWhile<Upstream: Publisher> = TryFilter<Upstream>
    /// Delivers a value if there is none.
    public typealias ReplaceEmpty<Upstream: Publisher> = PrefixWhile<Upstream>
    /// Goes on with another publisher after a failure, or fails when that cannot be made.
    public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> = TryFilter<Upstream>
}

extension Publisher {
    /// Leaves out the values that do not pass the test; an error that it throws is the end.
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(stepping: self, (), fail: { $0 }) { _, value in
            try isIncluded(value) ? .pass(value) : .skip
        }
    }

    /// Delivers what `transform` makes of each value, unless that is nil; an error that it throws
    /// is the end.
    public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(stepping: self, (), fail: { $0 }) { _, value in
            try transform(value).map(StepResult.pass) ?? .skip
        }
    }

    /// Delivers, for each value, what the function makes of it and of what it made before; an error
    /// that it throws is the end.
    public func tryScan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
        -> Publishers.TryScan<Self, T>
    {
        Publishers.TryScan(stepping: self, initialResult, fail: { $0 }) { result, value in
            result = try nextPartialResult(result, value)
            return .pass(result)
        }
    }

    /// Leaves out a value which counts as the same as the last one delivered; an error of the
    /// comparison is the end.
    public func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryRemoveDuplicates<Self>
    {
        Publishers.TryRemoveDuplicates(stepping: self, nil, fail: { $0 }) { (last: inout Output?, value) in
            if let last, try predicate(last, value) { return .skip }
            last = value
            return .pass(value)
        }
    }

    /// Delivers values until one does not pass the test, which is the end and cancels this
    /// publisher.
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(stepping: self, ()) { _, value in predicate(value) ? .pass(value) : .end }
    }

    /// Delivers values until one does not pass the test; an error that it throws is the end.
    public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(stepping: self, (), fail: { $0 }) { _, value in
            try predicate(value) ? .pass(value) : .end
        }
    }

    /// Leaves out values until one does not pass the test, and delivers that and all behind it.
    public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(stepping: self, true) { drops, value in
            drops = drops && predicate(value)
            return drops ? .skip : .pass(value)
        }
    }

    /// Leaves out values until one does not pass the test; an error that it throws is the end.
    public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(stepping: self, true, fail: { $0 }) { drops, value in
            drops = try drops && predicate(value)
            return drops ? .skip : .pass(value)
        }
    }

    /// Delivers this value in place of each nil.
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }

    /// Delivers this value, once it is requested, if this publisher finishes without one.
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(self) { upstream, subscriber in
            let concatenation = ConcatenationSubscription(subscriber)
            var isEmpty = true
            let noting = upstream.map { value in
                isEmpty = false
                return value
            }
            concatenation.follow(noting) { completion in
                if case .finished = completion, isEmpty {
                    concatenation.follow(Just(output)) { _ in concatenation.finish(.finished) }
                } else {
                    concatenation.finish(completion)
                }
            }
        }
    }

    /// Goes on with the publisher that `handler` makes when this one fails; an error that it throws
    /// is the end.
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
