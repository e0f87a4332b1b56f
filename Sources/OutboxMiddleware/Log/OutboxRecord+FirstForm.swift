// SPDX-License-Identifier: MIT

/// Reads the records of the first form of the log, which is not written any more.
///
/// Such a record has its length (4 bytes), the checksum of what follows (8 bytes), a letter, the id
/// and the body.
extension OutboxRecord {
    private static let firstFormHeadSize = 12
    private static let leastCount = 17

    static func findFirstForm(in bytes: [UInt8], at start: Int) -> (record: OutboxRecord, end: Int)? {
        guard bytes.count - start >= firstFormHeadSize + leastCount else { return nil }
        let length = Int(OutboxNumber.read(bytes[start..<start + 4]))
        let body = start + firstFormHeadSize
        guard length >= leastCount, length <= bytes.count - body else { return nil }
        let payload = bytes[body..<body + length]
        guard
            OutboxNumber.read(bytes[start + 4..<body]) == outboxChecksum(payload),
            let id = OutboxID(bytes: payload.dropFirst().prefix(16)),
            let kind = firstFormKind(payload[body], payload.dropFirst(leastCount))
        else { return nil }
        return (OutboxRecord(id, kind), payload.endIndex)
    }

    /// The place of the first record after `place`, or nil if no record is readable there.
    static func nextFirstForm(in bytes: [UInt8], behind place: Int) -> Int? {
        let last = bytes.count - firstFormHeadSize - leastCount
        guard place < last else { return nil }
        // The letter is looked at first, since it costs less than the checksum.
        return (place + 1...last).first {
            "atsrgc".utf8.contains(bytes[$0 + firstFormHeadSize]) && findFirstForm(in: bytes, at: $0) != nil
        }
    }

    private static func firstFormKind(_ letter: UInt8, _ rest: ArraySlice<UInt8>) -> Kind? {
        switch OutboxHead.Letter(rawValue: letter) {
        case .added: .added(OutboxBody(Array(rest)))
        case .attempted: .attempted(Int(truncatingIfNeeded: OutboxNumber.read(rest)))
        case .sent: .sent
        case .rejected: .rejected(String(decoding: rest, as: UTF8.self))
        case .retried: .retried
        case .cancelled: .cancelled
        default: nil
        }
    }
}
