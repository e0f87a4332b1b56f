// SPDX-License-Identifier: MIT

/// The numbers of kept outcomes, each with the id of its entry.
///
/// Outcomes are written in the order of their numbers, apart from few. So a checkpoint only visits those
/// that it drops.
struct OutboxNumbers {
    /// In the order of the numbers.
    private var outcomes: [(number: Int, id: OutboxID)] = []
    /// The index of the first outcome that was not removed.
    private var start = 0

    /// Adds an outcome.
    ///
    /// - Complexity: Amortised O(1) for the greatest number, otherwise O(*n*)
    mutating func insert(_ number: Int, _ id: OutboxID) {
        var index = outcomes.endIndex
        while index > start, outcomes[index - 1].number > number { index -= 1 }
        outcomes.insert((number, id), at: index)
    }

    /// Removes the outcomes up to a number, and returns their ids in the order of the numbers.
    ///
    /// - Complexity: Amortised O(*k*) for *k* removed outcomes
    mutating func remove(upTo number: Int) -> [OutboxID] {
        var ids: [OutboxID] = []
        while start < outcomes.count, outcomes[start].number <= number {
            ids.append(outcomes[start].id)
            start += 1
        }
        if start * 2 > outcomes.count {
            outcomes.removeFirst(start)
            start = 0
        }
        return ids
    }
}
