// SPDX-License-Identifier: MIT

#if !canImport(Combine)
// These operators publish at most one value. Each requests unlimited values at once, publishes its
// value when it is requested, and cancels the upstream publisher as soon as further values can't
// change the result. A failure discards the result.

extension Publishers {
    /// A publisher that combines all values into one result.
    public typealias Reduce<Upstream: Publisher, Output> = Operation<Upstream, Output, Upstream.Failure>
    /// A publisher that combines all values into one result, and fails if its closure throws.
    public typealias TryReduce<Upstream: Publisher, Output> = Operation<Upstream, Output, any Error>
    /// A publisher of the number of values.
    public typealias Count<Upstream: Publisher> = Reduce<Upstream, Int>
    /// A publisher of the last value.
    public typealias Last<Upstream: Publisher> = Reduce<Upstream, Upstream.Output>
    /// A publisher of the last value that satisfies a predicate.
    public typealias LastWhere<Upstream: Publisher> = Last<Upstream>
    /// A publisher of the last value that satisfies a throwing predicate.
    public typealias TryLastWhere<Upstream: Publisher> = TryReduce<Upstream, Upstream.Output>
    /// A publisher of the first value that satisfies a throwing predicate.
    public typealias TryFirstWhere<Upstream: Publisher> = TryReduce<Upstream, Upstream.Output>
    /// A publisher of the minimum or maximum value.
    public typealias Comparison<Upstream: Publisher> = Last<Upstream>
    /// A publisher of the minimum or maximum value by a throwing comparison.
    public typealias TryComparison<Upstream: Publisher> = TryReduce<Upstream, Upstream.Output>
    /// A publisher that tells whether a value is among the values.
    public typealias Contains<Upstream: Publisher> = Reduce<Upstream, Bool>
    /// A publisher that tells whether a value satisfies a predicate.
    public typealias ContainsWhere<Upstream: Publisher> = Reduce<Upstream, Bool>
    /// A publisher that tells whether a value satisfies a throwing predicate.
    public typealias TryContainsWhere<Upstream: Publisher> = TryReduce<Upstream, Bool>
    /// A publisher that tells whether all values satisfy a predicate.
    public typealias AllSatisfy<Upstream: Publisher> = Reduce<Upstream, Bool>
    /// A publisher that tells whether all values satisfy a throwing predicate.
    public typealias TryAllSatisfy<Upstream: Publisher> = TryReduce<Upstream, Bool>
    /// A publisher that only publishes the completion.
    public typealias IgnoreOutput<Upstream: Publisher> = Reduce<Upstream, Never>
}

extension Publisher {
    /// Combines all values into one result and publishes it when this publisher finishes.
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
        -> Publishers.Reduce<Self, T>
    {
        Publishers.Reduce(reducing: self, initialResult, result: { $0 }) { result, value in
            result = nextPartialResult(result, value)
            return true
        }
    }

    /// Combines all values into one result with a throwing closure.
    ///
    /// Fails if it throws.
    public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
        -> Publishers.TryReduce<Self, T>
    {
        Publishers.TryReduce(reducing: self, initialResult, fail: { $0 }, result: { $0 }) { result, value in
            result = try nextPartialResult(result, value)
            return true
        }
    }

    /// Publishes the number of values when this publisher finishes.
    public func count() -> Publishers.Count<Self> { reduce(0) { count, _ in count + 1 } }

    /// Ignores all values and publishes the completion.
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(reducing: self, (), result: { _ in nil }) { _, _ in true }
    }

    /// Publishes the last value when this publisher finishes.
    ///
    /// Without a value, publishes only the completion.
    public func last() -> Publishers.Last<Self> { last { _ in true } }

    /// Publishes the last value that satisfies the predicate when this publisher finishes.
    ///
    /// Without such a value, publishes only the completion.
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        best { new, _ in
            predicate(new)
        } first: {
            predicate($0)
        }
    }

    /// Publishes the last value that satisfies a throwing predicate.
    ///
    /// Fails if it throws.
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        tryBest { new, _ in
            try predicate(new)
        } first: {
            try predicate($0)
        }
    }

    /// Publishes the first value that satisfies a throwing predicate, and cancels this publisher.
    ///
    /// Fails if it throws.
    public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(reducing: self, nil, fail: { $0 }, result: { $0 }) { (first: inout Output?, value) in
            if try predicate(value) { first = value }
            return first == nil
        }
    }

    /// Publishes the minimum value when this publisher finishes.
    ///
    /// Of equal values, publishes the first.
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        best(areInIncreasingOrder)
    }

    /// Publishes the maximum value when this publisher finishes.
    ///
    /// Of equal values, publishes the first.
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        best { areInIncreasingOrder($1, $0) }
    }

    /// Publishes the minimum value by a throwing comparison.
    ///
    /// Fails if it throws.
    public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryComparison<Self>
    {
        tryBest(areInIncreasingOrder)
    }

    /// Publishes the maximum value by a throwing comparison.
    ///
    /// Fails if it throws.
    public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryComparison<Self>
    {
        tryBest { try areInIncreasingOrder($1, $0) }
    }

    /// Publishes whether a value satisfies the predicate.
    ///
    /// Publishes true at the first such value, and cancels this publisher. Publishes false if this
    /// publisher finishes without one.
    public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(reducing: self, false, result: { $0 }) { isFound, value in
            isFound = predicate(value)
            return !isFound
        }
    }

    /// Publishes whether a value satisfies a throwing predicate.
    ///
    /// Fails if it throws.
    public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(reducing: self, false, fail: { $0 }, result: { $0 }) { isFound, value in
            isFound = try predicate(value)
            return !isFound
        }
    }

    /// Publishes whether all values satisfy the predicate.
    ///
    /// Publishes false at the first value that doesn't, and cancels this publisher. Publishes true
    /// if this publisher finishes without one.
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(reducing: self, true, result: { $0 }) { isTrue, value in
            isTrue = predicate(value)
            return isTrue
        }
    }

    /// Publishes whether all values satisfy a throwing predicate.
    ///
    /// Fails if it throws.
    public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(reducing: self, true, fail: { $0 }, result: { $0 }) { isTrue, value in
            isTrue = try predicate(value)
            return isTrue
        }
    }

    /// Publishes the last value that is better than the best one before.
    private func best(
        _ isBetter: @escaping (_ new: Output, _ old: Output) -> Bool,
        first: @escaping (Output) -> Bool = { _ in true }
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(reducing: self, nil, result: { $0 }) { (best: inout Output?, value) in
            if best.map({ isBetter(value, $0) }) ?? first(value) { best = value }
            return true
        }
    }

    private func tryBest(
        _ isBetter: @escaping (_ new: Output, _ old: Output) throws -> Bool,
        first: @escaping (Output) throws -> Bool = { _ in true }
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(reducing: self, nil, fail: { $0 }, result: { $0 }) { (best: inout Output?, value) in
            if try best.map({ try isBetter(value, $0) }) ?? first(value) { best = value }
            return true
        }
    }
}

extension Publisher where Output: Equatable {
    /// Publishes whether the value is among the values, like `contains(where:)`.
    public func contains(_ output: Output) -> Publishers.Contains<Self> { contains { $0 == output } }
}

extension Publisher where Output: Comparable {
    /// Publishes the minimum value when this publisher finishes.
    public func min() -> Publishers.Comparison<Self> { min(by: <) }

    /// Publishes the maximum value when this publisher finishes.
    public func max() -> Publishers.Comparison<Self> { max(by: <) }
}
#endif
