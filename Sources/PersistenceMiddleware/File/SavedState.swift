// SPDX-License-Identifier: MIT

/// What the file of a ``StateFile`` contains.
///
/// The numbers of the header are the version, the length of the owner's id plus one, or 0 without an owner,
/// the length of the body, and its checksum. The body is the owner's id and the bytes of the coder.
struct SavedState: Equatable {
    enum Finding {
        case good(SavedState)
        /// Some of the header is damaged, and the value is as it was written.
        case hasDamagedHeader(SavedState)
        /// With the owner, whose id may have a flipped bit, if one can be read.
        case damaged(owner: String?)
        /// Another version of Rex has written the file.
        case earlier
        case newer(form: Int)
        case foreign
    }

    var version: Int
    /// The id of the value's owner, or nil if it was saved without one.
    var owner: String?
    /// The bytes of the coder.
    var payload: [UInt8]

    private static let form = FileForm("Rex State", 2, earlier: ["RexState 1 "])

    /// The bytes of the file.
    var bytes: [UInt8] {
        let body = Array((owner ?? "").utf8) + payload
        let ownerLength = owner.map { $0.utf8.count + 1 } ?? 0
        let numbers = [UInt64(version), UInt64(ownerLength), UInt64(body.count), body[...].checksum]
        return Self.form.header(numbers) + body
    }

    /// Reads a file.
    static func find(in bytes: [UInt8]) -> Finding {
        switch form.find(in: bytes) {
        case .header(let numbers, let isWhole): read(bytes, numbers, isWhole: isWhole)
        case .newer(let number): .newer(form: number)
        case .earlier: .earlier
        case .damaged: .damaged(owner: nil)
        case .foreign: .foreign
        }
    }

    /// The owner in a file of any kind, also of a damaged one; nil if there is none.
    static func owner(in bytes: [UInt8]) -> String? {
        switch find(in: bytes) {
        case .good(let state), .hasDamagedHeader(let state): state.owner
        case .damaged(let owner): owner
        case .earlier, .newer, .foreign: nil
        }
    }

    private static func read(_ bytes: [UInt8], _ numbers: [UInt64], isWhole: Bool) -> Finding {
        let start = form.header(numbers).count
        guard numbers.count == 4, start <= bytes.count else { return .damaged(owner: nil) }
        let body = bytes[start...]
        let ownerLength = Int(clamping: numbers[1])
        let owner = ownerLength > 0 ? String(decoding: body.prefix(ownerLength - 1), as: UTF8.self) : nil
        guard body.count == numbers[2], body.checksum == numbers[3] else { return .damaged(owner: owner) }
        let payload = Array(body.dropFirst(max(0, ownerLength - 1)))
        let state = SavedState(version: Int(clamping: numbers[0]), owner: owner, payload: payload)
        return isWhole ? .good(state) : .hasDamagedHeader(state)
    }
}
