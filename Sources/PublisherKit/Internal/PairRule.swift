// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A rule that makes pairs of the values of two publishers.
protocol PairRule<First, Second>: ~Copyable {
    associatedtype First
    associatedtype Second

    /// The pair that a value of the first publisher completes, if any, and the value that is no
    /// longer needed.
    mutating func add(first: First) -> (pair: (First, Second)?, replaced: First?)
    /// The pair that a value of the second publisher completes, if any, and the value that is no
    /// longer needed.
    mutating func add(second: Second) -> (pair: (First, Second)?, replaced: Second?)
    /// True if no pair can come any more.
    func isOver(firstHasEnded: Bool, secondHasEnded: Bool) -> Bool
}
#endif
