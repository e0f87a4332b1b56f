// SPDX-License-Identifier: MIT

/// A bounded set of ids that stores consecutive ones as a range.
struct OutboxIDRanges: Codable, Hashable, Sendable {
    private struct Range: Codable, Hashable, Sendable {
        var first, last: OutboxID

        func contains(_ id: OutboxID) -> Bool { !id.isBefore(first) && !last.isBefore(id) }
    }

    static let limit = 1_000

    /// The range that changed most recently is at the end.
    private var ranges: [Range] = []

    func contains(_ id: OutboxID) -> Bool { ranges.contains { $0.contains(id) } }

    /// Adds an id, and forgets the range that changed least recently if there are too many.
    mutating func insert(_ id: OutboxID) {
        guard !contains(id) else { return }
        var range = Range(first: id, last: id)
        if let index = ranges.lastIndex(where: { $0.last.next == id }) {
            range.first = ranges.remove(at: index).first
        }
        if let index = ranges.lastIndex(where: { id.next == $0.first }) {
            range.last = ranges.remove(at: index).last
        }
        ranges.append(range)
        if ranges.count > Self.limit { ranges.removeFirst() }
    }
}

extension OutboxID {
    /// Whether this id is less than another one as a number.
    func isBefore(_ other: OutboxID) -> Bool { (high, low) < (other.high, other.low) }
}
