// SPDX-License-Identifier: MIT

import RexCore

/// Keys that wait for the same time span, so that their order is the order of deadlines.
///
/// A single timer serves all keys, and only visits keys that are due. A key that is inserted again
/// waits again.
@usableFromInline struct AgingKeys<Key: Hashable & Sendable>: Sendable {
    private var numbers: [Key: Int] = [:]
    /// The keys in order.
    ///
    /// A removed or reinserted key has no number or a different one in `numbers`.
    private(set) var order: [(key: Key, number: Int)] = []
    private var head = 0
    /// The number of the newest key.
    private(set) var last = 0
    /// The run of the timer.
    ///
    /// After a restart of the numbers, other keys have a timer of their own.
    private let run: RequestRun<RequestsAge>

    init(_ age: RequestsAge) {
        run = RequestRun(age)
    }

    /// The run of the timer, or nil if no key waits.
    var timer: RequestRun<RequestsAge>? { numbers.isEmpty ? nil : run }

    /// The wait of a key, or nil if it doesn't wait.
    func wait(of key: Key) -> WaitingKey<Key>? {
        numbers[key].map { WaitingKey(key: key, number: $0, list: run) }
    }

    func contains(_ key: Key) -> Bool { numbers[key] != nil }

    mutating func insert(_ key: Key) {
        last += 1
        numbers[key] = last
        order.append((key, last))
        removeGaps()
    }

    /// The keys for a recorder.
    var recorded: RecordedAges<Key> {
        let waiting = order[head...].filter { numbers[$0.key] == $0.number }
        return RecordedAges(keys: waiting.map(\.key), numbers: waiting.map(\.number), last: last)
    }

    /// Adds the keys that a recorder has kept.
    mutating func restore(_ recorded: RecordedAges<Key>) {
        order = Array(zip(recorded.keys, recorded.numbers))
        for (key, number) in order { numbers[key] = number }
        last = recorded.last
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

/// The keys that wait as a recorder keeps them, in order.
struct RecordedAges<Key> {
    let keys: [Key]
    let numbers: [Int]
    let last: Int
}

extension RecordedAges: Encodable where Key: Encodable {}
extension RecordedAges: Decodable where Key: Decodable {}

/// A key that waits, which is another one when it waits again.
@usableFromInline struct WaitingKey<Key: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline let key: Key
    let number: Int
    let list: RequestRun<RequestsAge>

    /// The name of the timer in trails and tests.
    @usableFromInline var description: String { "poll \(key)" }
}
