// SPDX-License-Identifier: MIT

/// One line of the log of an outbox.
struct OutboxRecord: Equatable {
    enum Kind: Equatable {
        /// With the lane and the job, as the coder has made them.
        case added([UInt8])
        /// So many attempts have begun so far.
        case attempted(Int)
        case sent
        case rejected(String)
        case retried
        case cancelled
    }

    let id: OutboxID
    let kind: Kind

    init(_ id: OutboxID, _ kind: Kind) {
        (self.id, self.kind) = (id, kind)
    }

    /// The bytes of the record: the length and a sum of what follows, a letter for the kind, the
    /// identity, and what belongs to the kind.
    var bytes: [UInt8] {
        let payload = [letter] + id.bytes + rest
        return Self.bytes(of: UInt64(payload.count), 4) + Self.bytes(of: Self.sum(payload[...]), 8) + payload
    }

    private var letter: UInt8 {
        switch kind {
        case .added: UInt8(ascii: "a")
        case .attempted: UInt8(ascii: "t")
        case .sent: UInt8(ascii: "s")
        case .rejected: UInt8(ascii: "r")
        case .retried: UInt8(ascii: "g")
        case .cancelled: UInt8(ascii: "c")
        }
    }

    private var rest: [UInt8] {
        switch kind {
        case .added(let body): body
        case .attempted(let count): Self.bytes(of: UInt64(count), 8)
        case .rejected(let reason): Array(reason.utf8)
        case .sent, .retried, .cancelled: []
        }
    }
}

// MARK: - Reading

extension OutboxRecord {
    /// The bytes in front of the payload.
    private static let headCount = 12
    /// The letter and the identity.
    private static let leastCount = 17

    /// The record at a place of a log, and the end of it; nil if there is nothing, or something that
    /// is not as it was written.
    static func find(in bytes: [UInt8], at start: Int) -> (record: OutboxRecord, end: Int)? {
        guard bytes.count - start >= headCount + leastCount else { return nil }
        let length = Int(number(bytes[start..<start + 4]))
        let body = start + headCount
        guard length >= leastCount, length <= bytes.count - body else { return nil }
        let payload = bytes[body..<body + length]
        guard
            number(bytes[start + 4..<body]) == sum(payload),
            let id = OutboxID(bytes: payload.dropFirst().prefix(16)),
            let kind = kind(payload[body], payload.dropFirst(leastCount))
        else { return nil }
        return (OutboxRecord(id, kind), payload.endIndex)
    }

    /// The place of the first record behind a place; nil if there is none.
    static func next(in bytes: [UInt8], behind place: Int) -> Int? {
        let last = bytes.count - headCount - leastCount
        guard place < last else { return nil }
        // The letter is looked at first, since it costs less than the sum.
        return (place + 1...last).first {
            "atsrgc".utf8.contains(bytes[$0 + headCount]) && find(in: bytes, at: $0) != nil
        }
    }

    private static func kind(_ letter: UInt8, _ rest: ArraySlice<UInt8>) -> Kind? {
        switch letter {
        case UInt8(ascii: "a"): .added(Array(rest))
        case UInt8(ascii: "t"): .attempted(Int(truncatingIfNeeded: number(rest)))
        case UInt8(ascii: "s"): .sent
        case UInt8(ascii: "r"): .rejected(String(decoding: rest, as: UTF8.self))
        case UInt8(ascii: "g"): .retried
        case UInt8(ascii: "c"): .cancelled
        default: nil
        }
    }

    /// The bytes of a number, the least significant one first.
    private static func bytes(of number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The sum of FNV-1a, which begins with the length.
    private static func sum(_ payload: ArraySlice<UInt8>) -> UInt64 {
        var sum = 0xcbf2_9ce4_8422_2325 ^ UInt64(payload.count)
        for byte in payload { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return sum
    }
}
