// SPDX-License-Identifier: MIT

import RexCore

/// Keys that wait for the same span each, so that those that came first are due first.
///
/// One timer serves them all, and it walks over none but those that are due. Each key is there
/// once; one that is inserted again waits anew.
@usableFromInline struct AgingKeys<Key: Hashable & Sendable>: Sendable {
    @usableFromInline private(set) var numbers: [Key: Int] = [:]
    /// The keys in their order; one that was removed, or inserted again, has another number or none.
    private(set) var order: [(key: Key, number: Int)] = []
    private var head = 0
    @usableFromInline private(set) var last = 0
    /// What the timer runs for: other keys, in which numbers begin anew, have a timer of their own.
    @usableFromInline let run: RequestRun<RequestsAge>

    init(_ age: RequestsAge) {
        run = RequestRun(age)
    }

    /// The run of the timer; nil if no key waits.
    @inlinable var timer: RequestRun<RequestsAge>? { numbers.isEmpty ? nil : run }

    /// The number of the key that came last, which grows with each; nil if none waits.
    @inlinable var newest: Int? { numbers.isEmpty ? nil : last }

    func contains(_ key: Key) -> Bool { numbers[key] != nil }

    mutating func insert(_ key: Key) {
        last += 1
        numbers[key] = last
        order.append((key, last))
        removeGaps()
    }

    mutating func remove(_ key: Key) {
        numbers[key] = nil
        removeGaps()
    }

    /// Removes the keys up to a number, and returns them in their order.
    mutating func removeAll(upTo number: Int) -> [Key] {
        var due: [Key] = []
        while head < order.count, order[head].number <= number {
            let (key, number) = order[head]
            if numbers[key] == number {
                numbers[key] = nil
                due.append(key)
            }
            head += 1
        }
        removeGaps()
        return due
    }

    /// Keeps the order at most twice as long as there are keys, for a constant cost per key.
    private mutating func removeGaps() {
        guard order.count > 2 * numbers.count + 16 else { return }
        order = order[head...].filter { numbers[$0.key] == $0.number }
        head = 0
    }
}

/// When the keys up to each number are due, for the timer of ``AgingKeys``.
@usableFromInline final class AgingMarks: Sendable {
    @usableFromInline struct Mark: Equatable, Sendable {
        @usableFromInline let number: Int
        @usableFromInline let due: Duration
    }

    private let marks = Lock(ArraySlice<Mark>())

    @usableFromInline init() {}

    @usableFromInline var first: Mark? { marks.withLock { $0.first } }

    /// Notes the number of the newest key.
    ///
    /// It is lower than the last one where a state that was kept was put back: the numbers above it
    /// are given out anew.
    @usableFromInline func note(_ number: Int, due: Duration) {
        marks.withLock { marks in
            while let last = marks.last, last.number > number { marks.removeLast() }
            if marks.last?.number != number { marks.append(Mark(number: number, due: due)) }
        }
    }

    /// Returns whether the mark is still the first one, which is removed then.
    @usableFromInline func remove(_ mark: Mark) -> Bool {
        marks.withLock { marks in
            guard marks.first == mark else { return false }
            marks.removeFirst()
            return true
        }
    }
}
