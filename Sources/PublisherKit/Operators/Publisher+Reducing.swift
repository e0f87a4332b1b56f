// SPDX-License-Identifier: MIT

#if !canImport(Combine)
// One value at most of all that a publisher delivers: each requests everything at once, delivers its value once that is
// requested, and cancels the publisher as soon as more values could not change it. A failure loses the value.

extension Publishers {
    /// Delivers what a function makes of all values.
    public typealias Reduce<Upstream: Publisher, Output> = Operation<Upstream, Output, Upstream.Failure>
    /// Delivers what a function makes of all values, and fails when it throws.
    public typealias TryReduce<Upstream: Publisher, Output> = Operation<Upstream, Output, any Error>
    /// Delivers how many values there were.
    public typealias Count<Upstream: Publisher> = Reduce<Upstream, Int>
    /// Delivers the last value.
    public typealias Last<Upstream: Publisher> = Reduce<Upstream, Upstream.Output>
    /// Delivers the last value that passes a test.
    public typealias LastWhere<Upstream: Publisher> = Last<Upstream>
    /// Delivers the last value that passes a test, which may throw.
    public typealias TryLastWhere<Upstream: Publisher> = TryReduce<Upstream, Upstream.Output>
    /// Delivers the first value that passes a test, which may throw.
    public typealias TryFirstWhere<Upstream: Publisher> = TryReduce<Upstream, Upstream.Output>
    /// Delivers the smallest or the largest value.
    public typealias Comparison<Upstream: Publisher> = Last<Upstream>
    /// Delivers the smallest or the largest value, by a comparison that may throw.
    public typealias TryComparison<Upstream: Publisher> = TryReduce<Upstream, Upstream.Output>
    /// Delivers whether a value is there.
    public typealias Contains<Upstream: Publisher> = Reduce<Upstream, Bool>
    /// Delivers whether a value passes a test.
    public typealias ContainsWhere<Upstream: Publisher> = Reduce<Upstream, Bool>
    /// Delivers whether a value passes a test, which may throw.
    public typealias TryContainsWhere<Upstream: Publisher> = TryReduce<Upstream, Bool>
    /// Delivers whether all values pass a test.
    public typealias AllSatisfy<Upstream: Publisher> = Reduce<Upstream, Bool>
    /// Delivers whether all values pass a test, which may throw.
    public typealias TryAllSatisfy<Upstream: Publisher> = TryReduce<Upstream, Bool>
    /// Delivers only the end.
    public typealias IgnoreOutput<Upstream: Publisher> = Reduce<Upstream, Never>
}

extension Publisher {
    /// Delivers what the function makes of one value after the other, when this publisher has
    /// finished.
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
        -> Publishers.Reduce<Self, T>
    {
        Publishers.Reduce(reducing: self, initialResult, result: { $0 }) { result, value in
            result = nextPartialResult(result, value)
            return true
        }
    }

    /// Delivers what the function makes of one value after the other; an error that it throws is
    /// the end.
    public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
        -> Publishers.TryReduce<Self, T>
    {
        Publishers.TryReduce(reducing: self, initialResult, fail: { $0 }, result: { $0 }) { result, value in
            result = try nextPartialResult(result, value)
            return true
        }
    }

    /// Delivers how many values there were, when this publisher has finished.
    public func count() -> Publishers.Count<Self> { reduce(0) { count, _ in count + 1 } }

    /// Delivers no value, only the end.
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(reducing: self, (), result: { _ in nil }) { _, _ in true }
    }

    /// Delivers the last value, when this publisher has finished; without one only the end.
    public func last() -> Publishers.Last<Self> { last { _ in true } }

    /// Delivers the last value that passes the test, when this publisher has finished; without one
    /// only the end.
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        best { new, _ in
            predicate(new)
        } first: {
            predicate($0)
        }
    }

    /// Delivers the last value that passes the test; an error that it throws is the end.
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        tryBest { new, _ in
            try predicate(new)
        } first: {
            try predicate($0)
        }
    }

    /// Delivers the first value that passes the test, and cancels this publisher; an error that it
    /// throws is the end.
    public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(reducing: self, nil, fail: { $0 }, result: { $0 }) { (first: inout Output?, value) in
            if try predicate(value) { first = value }
            return first == nil
        }
    }

    /// Delivers the smallest value, when this publisher has finished; the first one of several that
    /// are equal.
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        best(areInIncreasingOrder)
    }

    /// Delivers the largest value, when this publisher has finished; the first one of several that
    /// are equal.
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        best { areInIncreasingOrder($1, $0) }
    }

    /// Delivers the smallest value; an error that the comparison throws is the end.
    public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryComparison<Self>
    {
        tryBest(areInIncreasingOrder)
    }

    /// Delivers the largest value; an error that the comparison throws is the end.
    public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryComparison<Self>
    {
        tryBest { try areInIncreasingOrder($1, $0) }
    }

    /// Delivers whether a value passes the test: true, which cancels this publisher, at the first
    /// that does, or false when this publisher has finished.
    public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(reducing: self, false, result: { $0 }) { isFound, value in
            isFound = predicate(value)
            return !isFound
        }
    }

    /// Delivers whether a value passes the test; an error that it throws is the end.
    public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(reducing: self, false, fail: { $0 }, result: { $0 }) { isFound, value in
            isFound = try predicate(value)
            return !isFound
        }
    }

    /// Delivers whether all values pass the test: false, which cancels this publisher, at the first
    /// that does not, or true when this publisher has finished.
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(reducing: self, true, result: { $0 }) { isTrue, value in
            isTrue = predicate(value)
            return isTrue
        }
    }

    /// Delivers whether all values pass the test; an error that it throws is the end.
    public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(reducing: self, true, fail: { $0 }, result: { $0 }) { isTrue, value in
            isTrue = try predicate(value)
            return isTrue
        }
    }

    /// The last value that is better than the one before it.
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
    /// Delivers whether a value is there, as `contains(where:)` does.
    public func contains(_ output: Output) -> Publishers.Contains<Self> { contains { $0 == output } }
}

extension Publisher where Output: Comparable {
    /// Delivers the smallest value, when this publisher has finished.
    public func min() -> Publishers.Comparison<Self> { min(by: <) }

    /// Delivers the largest value, when this publisher has finished.
    public func max() -> Publishers.Comparison<Self> { max(by: <) }
}
#endif
