// SPDX-License-Identifier: MIT

/// The numbered events of a recorder.
///
/// It keeps the positions of the events in the recorder. A number without a position belongs to a
/// skipped event.
struct EventLog {
    /// The position of an event in the recorder.
    enum Position: Equatable {
        /// The index of an action among all that the recorder ever got.
        case action(Int)
        /// The number of a run that began.
        case began(Int)
        /// The number of a run that ended.
        case ended(Int)
        /// The index of a notice among all that the feed ever read.
        case notice(Int)
        /// The number of a store that ended, in the recorder's list.
        case store(Int)
    }

    private let capacity: Int
    private var elements: [(number: Int, position: Position)] = []
    /// The number of the newest event.
    private(set) var last = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds an event, and returns its number.
    @discardableResult mutating func append(_ position: Position) -> Int {
        // Up to twice the capacity is kept, so that removals are rare.
        if elements.count >= 2 * capacity { elements.removeFirst(elements.count - capacity) }
        last += 1
        elements.append((last, position))
        return last
    }

    /// Counts events that were overwritten before they were read.
    mutating func skip(_ count: Int) { last += count }

    func position(of number: Int) -> Position? {
        let index = index(after: number - 1)
        guard index < elements.count, elements[index].number == number else { return nil }
        return elements[index].position
    }

    /// Returns the first event after a number, or nil if there is none.
    func next(after number: Int) -> (number: Int, position: Position)? {
        let index = index(after: number)
        return index < elements.count ? elements[index] : nil
    }

    /// Returns the newest event before a number whose position is wanted, or nil.
    func last(before number: Int, where isWanted: (Position) -> Bool) -> Int? {
        elements[..<index(after: number - 1)].last { isWanted($0.position) }?.number
    }

    /// Returns the newest event of each run.
    func events(ofRuns numbers: Set<Int>) -> [Int: Int] {
        var found: [Int: Int] = [:]
        for element in elements {
            switch element.position {
            case .began(let number), .ended(let number): if numbers.contains(number) { found[number] = element.number }
            case .action, .notice, .store: break
            }
        }
        return found
    }

    /// Returns the index of the first element with a larger number.
    private func index(after number: Int) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
