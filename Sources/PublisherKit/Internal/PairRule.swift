// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A rule that pairs the values of two publishers.
protocol PairRule<First, Second>: ~Copyable {
    associatedtype First
    associatedtype Second

    /// Adds a value of the first publisher. Returns the pair that it completes, if any, and the
    /// value that it replaces.
    mutating func add(first: First) -> (pair: (First, Second)?, replaced: First?)
    /// Adds a value of the second publisher. Returns the pair that it completes, if any, and the
    /// value that it replaces.
    mutating func add(second: Second) -> (pair: (First, Second)?, replaced: Second?)
    /// Returns whether no more pairs are possible.
    func isOver(firstHasEnded: Bool, secondHasEnded: Bool) -> Bool
}
#endif
