// SPDX-License-Identifier: MIT

import PersistenceMiddleware
public import RexCore

/// The unique id of an entry of an ``Outbox``.
///
/// Of its 128 bits 96 are random. Each store draws them once, when it starts, and counts with the
/// other 32. A server recognises a retried job by the id, and an ``Optimistic`` state a pending
/// action.
///
/// ```swift
/// try await api.post(message, idempotencyKey: "\(id)")
/// ```
public struct OutboxID: Hashable, Sendable {
    @usableFromInline let high: UInt64
    @usableFromInline let low: UInt64

    private init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Returns whether both are the same id.
    @inlinable public static func == (lhs: OutboxID, rhs: OutboxID) -> Bool {
        lhs.low == rhs.low && lhs.high == rhs.high
    }

    /// Makes the id with this number, which is only unique if such numbers are.
    ///
    /// For tests, and for actions that are counted already.
    public init(_ number: Int) {
        self.init(high: 0, low: UInt64(truncatingIfNeeded: number))
    }

    /// Returns the first id of a series.
    ///
    /// The last 32 bits count.
    static func first(using random: inout some RandomNumberGenerator) -> OutboxID {
        OutboxID(high: random.next(), low: random.next() << 32)
    }

    /// The first id of the series, with a count of zero.
    var first: OutboxID { OutboxID(high: high, low: low & ~0xffff_ffff) }
    var count: UInt64 { low & 0xffff_ffff }

    /// The next id of the series.
    var next: OutboxID { OutboxID(high: low == .max ? high &+ 1 : high, low: low &+ 1) }

    /// The id of the job that follows this one.
    var follower: OutboxID {
        func mixed(_ word: UInt64, _ other: UInt64) -> UInt64 {
            let sum = (word ^ other &* 0x9e37_79b9_7f4a_7c15) &* 0xbf58_476d_1ce4_e5b9
            let folded = (sum ^ sum >> 31) &* 0x94d0_49bb_1331_11eb
            return folded ^ folded >> 29
        }
        return OutboxID(high: mixed(high &+ 1, low), low: mixed(low &+ 1, high)).first
    }

    /// Appends the 16 bytes, most significant first.
    func append(to bytes: inout [UInt8]) {
        bytes.append(number: high.byteSwapped)
        bytes.append(number: low.byteSwapped)
    }

    /// Makes the id of 16 bytes.
    ///
    /// Returns nil for another number of bytes.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(bytes.prefix(8)), low: word(bytes.suffix(8)))
    }
}

extension OutboxID: LosslessStringConvertible {
    /// The id as 32 hexadecimal digits, for a header, a database or a file.
    public var description: String {
        [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }

    /// Makes the id with this description, or nil if the text is invalid.
    public init?(_ description: String) {
        let digits = description.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 32, description.utf8.count == 32 else { return nil }
        func word(_ digits: some Sequence<Int>) -> UInt64 { digits.reduce(0) { $0 << 4 | UInt64($1) } }
        self.init(high: word(digits.prefix(16)), low: word(digits.suffix(16)))
    }
}

extension OutboxID: ShortlyDescribed {
    /// The first four digits and the number in the series, such as `3fa9…7`.
    ///
    /// Ids of one outbox only differ in the number. For an id that was made from a number, it is
    /// that number.
    public var shortDescription: String {
        if high == 0 { return "\(low)" }
        return "\(description.prefix(4))…\(count)"
    }
}

extension OutboxID: Codable {
    /// Encodes the id as its description.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Decodes an id from its description.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = OutboxID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "An OutboxID has 32 hex digits.")
        }
        self = id
    }
}
