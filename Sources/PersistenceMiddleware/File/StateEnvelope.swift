// SPDX-License-Identifier: MIT

/// What a file contains besides its checksum.
struct SavedState: Equatable {
    var version: Int
    /// The id of the value's owner, or nil if it was saved without one.
    var owner: String?
    /// The bytes of the coder.
    var payload: [UInt8]
}

/// The format of a file: a header and the body.
///
/// The header is a line with `RexState 1`, the version, the length of the body and a checksum. It
/// follows from the version and the body, so a damaged header is recognised by the body. The body is
/// the payload. In a file with an owner, the word `owned` follows the version, and the body begins
/// with a line that has the length of the owner's id and the id.
enum StateEnvelope {
    enum Contents {
        case good(SavedState)
        /// The header has a flipped bit or two, and the body is as it was written.
        case hasDamagedHeader(SavedState)
        case damaged
        case isForeign
    }

    private static let mark = Array("RexState ".utf8)
    private static let format = mark + Array("1 ".utf8)
    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")

    static func wrap(_ state: SavedState) -> [UInt8] {
        let body = state.owner.map { ownerLine($0) + state.payload } ?? state.payload
        return header(of: body[...], version: state.version, isOwned: state.owner != nil) + body
    }

    /// Returns the owner of a damaged file.
    ///
    /// The id may have a flipped bit. Nil if the file has no owner, or no readable one.
    static func ownerOfDamaged(_ bytes: [UInt8]) -> String? {
        guard let end = bytes.firstIndex(of: newline) else { return nil }
        return ownerAndPayload(of: bytes[(end + 1)...])?.owner
    }

    private static func ownerLine(_ owner: String) -> [UInt8] { Array("\(owner.utf8.count) \(owner)\n".utf8) }

    private static func ownerAndPayload(of body: ArraySlice<UInt8>) -> (owner: String, payload: ArraySlice<UInt8>)? {
        let digits = body.prefix { $0 != space }
        let rest = body[digits.endIndex...].dropFirst()
        guard
            let count = Int(String(decoding: digits, as: UTF8.self)),
            count >= 0, count < rest.count,
            rest[rest.startIndex + count] == newline
        else { return nil }
        return (String(decoding: rest.prefix(count), as: UTF8.self), rest.dropFirst(count + 1))
    }

    private static func state(_ body: ArraySlice<UInt8>, version: Int, isOwned: Bool) -> SavedState? {
        guard isOwned else { return SavedState(version: version, owner: nil, payload: Array(body)) }
        guard let (owner, payload) = ownerAndPayload(of: body) else { return nil }
        return SavedState(version: version, owner: owner, payload: Array(payload))
    }

    /// Reads a file whose version is probably not newer than `newest`.
    static func open(_ bytes: [UInt8], newest: Int) -> Contents {
        let isOurs = bytes.starts(with: format)
        if isOurs, let contents = openWhole(bytes) { return contents }
        if let contents = openDamaged(bytes, newest: newest) { return contents }
        // A file that ends too early, or was never filled, has no bytes of another program.
        let isCutOff = format.starts(with: bytes) || bytes.prefix(format.count).allSatisfy { $0 == 0 }
        return isOurs || isCutOff || differences(bytes, format) <= maxFlips ? .damaged : .isForeign
    }

    private static func openWhole(_ bytes: [UInt8]) -> Contents? {
        guard let end = bytes.firstIndex(of: newline) else { return nil }
        let digits = bytes[format.count..<end].prefix { $0 != space }
        let isOwned = bytes[digits.endIndex..<end].starts(with: ownedWord)
        let body = bytes[(end + 1)...]
        guard
            let version = Int(String(decoding: digits, as: UTF8.self)),
            bytes[...end].elementsEqual(header(of: body, version: version, isOwned: isOwned))
        else { return nil }
        return state(body, version: version, isOwned: isOwned).map(Contents.good)
    }

    private static let maxFlips = 2

    /// Looks for the header that differs from the first bytes in at most two bits.
    private static func openDamaged(_ bytes: [UInt8], newest: Int) -> Contents? {
        for version in 1...(newest + 64) {
            for isOwned in [false, true] {
                if let state = openDamaged(bytes, version: version, isOwned: isOwned) {
                    return .hasDamagedHeader(state)
                }
            }
        }
        return nil
    }

    private static func openDamaged(_ bytes: [UInt8], version: Int, isOwned: Bool) -> SavedState? {
        for sumLength in 1...16 {
            // The beginning of a header without a length.
            let shortest = beginning(count: 0, version: version, isOwned: isOwned).count - 1
            guard let start = bodyStart(in: bytes, behind: shortest + sumLength + 1) else { continue }
            // Comparing the beginning first saves most checksums.
            let beginning = beginning(count: bytes.count - start, version: version, isOwned: isOwned)
            guard differences(bytes, beginning) <= maxFlips else { continue }
            let body = bytes[start...]
            let header = header(of: body, version: version, isOwned: isOwned)
            guard header.count == start, differences(bytes, header) <= maxFlips else { continue }
            return state(body, version: version, isOwned: isOwned)
        }
        return nil
    }

    /// The length of a header that has `rest` bytes besides the length of the body, or nil if the file
    /// is too short.
    private static func bodyStart(in bytes: [UInt8], behind rest: Int) -> Int? {
        return (1...19).lazy.map { rest + $0 }.first { start in
            bytes.count >= start && "\(bytes.count - start)".utf8.count == start - rest
        }
    }

    /// Counts the bits that differ between the first bytes of a file and others.
    private static func differences(_ bytes: [UInt8], _ others: [UInt8]) -> Int {
        guard bytes.count >= others.count else { return .max }
        return zip(bytes, others).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }

    private static let ownedWord = Array(" owned".utf8)

    /// The header up to its checksum.
    private static func beginning(count: Int, version: Int, isOwned: Bool) -> [UInt8] {
        format + Array("\(version)".utf8) + (isOwned ? ownedWord : []) + Array(" \(count) ".utf8)
    }

    private static func header(of body: ArraySlice<UInt8>, version: Int, isOwned: Bool) -> [UInt8] {
        let sum = String(checksum(of: body, version: version), radix: 16)
        return beginning(count: body.count, version: version, isOwned: isOwned) + Array("\(sum)\n".utf8)
    }

    /// Finds each change of eight bytes in a row, and all others but one in 2⁶⁴.
    private static func checksum(of body: ArraySlice<UInt8>, version: Int) -> UInt64 {
        var sum = mixed(UInt64(truncatingIfNeeded: version), into: UInt64(body.count))
        unsafe body.withUnsafeBytes { bytes in
            let whole = bytes.count & ~7
            for place in stride(from: 0, to: whole, by: 8) {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                sum = mixed(UInt64(littleEndian: word), into: sum)
            }
            var rest: UInt64 = 0
            for place in whole..<bytes.count { rest = unsafe rest << 8 | UInt64(bytes[place]) }
            sum = mixed(rest, into: sum)
        }
        return sum
    }

    private static func mixed(_ word: UInt64, into sum: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        return product ^ product >> 29
    }
}
