// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// The fixed part of a record.
///
/// Each record has two copies of it, each with its own checksum. The mark occurs in no UTF-8 text,
/// so that a search for records finds none in JSON.
struct OutboxHead: Equatable {
    enum Letter: UInt8 {
        case added = 0x61  // a
        case attempted = 0x74  // t
        case sent = 0x73  // s
        case rejected = 0x72  // r
        case retried = 0x67  // g
        case cancelled = 0x63  // c
        case clearRequested = 0x78  // x
        case keptSent = 0x53  // S
        case keptRejected = 0x52  // R
        case keptCancelled = 0x43  // C
        case checkpoint = 0x6e  // n
    }

    /// The first byte of each copy.
    static let mark: UInt8 = 0xf5
    /// The mark, the number of the copy, the letter, the id, the count, the length and the checksum
    /// of the body, and the checksum of all that.
    static let size = 3 + 16 + 4 * 8

    let letter: Letter
    let id: OutboxID
    let count: UInt64
    /// The length of the body.
    let length: UInt64
    /// The checksum of the body.
    let checksum: UInt64

    init(letter: Letter, id: OutboxID, count: Int, body: OutboxBody?) {
        let body = body ?? OutboxBody([])
        self.init(letter, id, UInt64(clamping: count), length: UInt64(body.bytes.count), checksum: body.checksum)
    }

    private init(_ letter: Letter, _ id: OutboxID, _ count: UInt64, length: UInt64, checksum: UInt64) {
        self.letter = letter
        self.id = id
        self.count = count
        self.length = length
        self.checksum = checksum
    }

    /// Appends one copy, with its checksum.
    func append(copy: UInt8, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(Self.mark)
        bytes.append(copy)
        bytes.append(letter.rawValue)
        id.append(to: &bytes)
        bytes.append(number: count)
        bytes.append(number: length)
        bytes.append(number: checksum)
        bytes.append(number: bytes[start...].checksum)
    }

    /// The head of the record that begins at `place`, and whether both copies are readable.
    static func find(in bytes: [UInt8], at place: Int) -> (head: OutboxHead, isWhole: Bool)? {
        let (first, second) = (read(bytes, at: place, copy: 1), read(bytes, at: place + size, copy: 2))
        return (first ?? second).map { ($0, first == second) }
    }

    /// One copy of a head, or nil if it is not as it was written.
    static func read(_ bytes: [UInt8], at place: Int, copy: UInt8) -> OutboxHead? {
        guard place >= 0, place + size <= bytes.count, bytes[place] == mark else { return nil }
        let end = place + size
        guard
            bytes[place + 1] == copy,
            bytes.number(at: end - 8) == bytes[place..<(end - 8)].checksum,
            let letter = Letter(rawValue: bytes[place + 2]),
            let id = OutboxID(bytes: bytes[(place + 3)..<(place + 19)])
        else { return nil }
        func number(_ index: Int) -> UInt64 { bytes.number(at: place + 19 + 8 * index) }
        return OutboxHead(letter, id, number(0), length: number(1), checksum: number(2))
    }
}
