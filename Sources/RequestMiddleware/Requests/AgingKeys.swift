// SPDX-License-Identifier: MIT

import RexCore

/// Keys that wait for the same time span, so that their order is the order of deadlines.
///
/// A single timer serves all keys, and only visits keys that are due. A key that is inserted again
/// waits again.
@usableFromInline struct AgingKeys<Key: Hashable & Sendable>: Sendable {
    @usableFromInline private(set) var numbers: [Key: Int] = [:]
    /// The keys in order.
    ///
    /// A removed or reinserted key has no number or a different one in `numbers`.
    private(set) var order: [(key: Key, number: Int)] = []
    private var head = 0
    @usableFromInline private(set) var last = 0
    /// The run of the timer.
    ///
    /// After a restart of the numbers, other keys have a timer of their own.
    @usableFromInline let run: RequestRun<RequestsAge>

    init(_ age: RequestsAge) {
        run = RequestRun(age)
    }

    /// The run of the timer, or nil if no key waits.
    @inlinable var timer: RequestRun<RequestsAge>? { numbers.isEmpty ? nil : run }

    /// The number of the newest key, which grows with each key.
    ///
    /// Nil if no key waits.
    @inlinable var newest: Int? { numbers.isEmpty ? nil : last }

    /// The keys in order, each with the identity of its wait.
    @usableFromInline var waiting: [WaitingKey<Key>] {
        order[head...].compactMap { key, number in
            numbers[key] == number ? WaitingKey(key: key, number: number, list: run) : nil
        }
    }

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

    /// Removes the keys up to a number, and returns them in order.
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

    private mutating func removeGaps() {
        guard needsCompaction(slots: order.count, elements: numbers.count) else { return }
        order = order[head...].filter { numbers[$0.key] == $0.number }
        head = 0
    }
}

/// A key that waits, which is another one when it waits again.
@usableFromInline struct WaitingKey<Key: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline let key: Key
    let number: Int
    let list: RequestRun<RequestsAge>

    /// The name of the timer in trails and tests.
    @usableFromInline var description: String { "poll \(key)" }
}

/// The deadlines of the keys up to each number, for the timer of ``AgingKeys``.
@usableFromInline final class AgingMarks: Sendable {
    @usableFromInline struct Mark: Equatable, Sendable {
        @usableFromInline let number: Int
        @usableFromInline let due: Duration
    }

    private let marks = Lock(ArraySlice<Mark>())

    @usableFromInline init() {}

    @usableFromInline var first: Mark? { marks.withLock { $0.first } }

    /// Records the number of the newest key.
    ///
    /// If an older state was restored, the number is lower than the last one, and higher numbers
    /// are used again.
    @usableFromInline func note(_ number: Int, due: Duration) {
        marks.withLock { marks in
            while let last = marks.last, last.number > number { marks.removeLast() }
            if marks.last?.number != number { marks.append(Mark(number: number, due: due)) }
        }
    }

    /// Removes the mark if it is still the first one, and returns whether it was.
    @usableFromInline func remove(_ mark: Mark) -> Bool {
        marks.withLock { marks in
            guard marks.first == mark else { return false }
            marks.removeFirst()
            return true
        }
    }
}
