// SPDX-License-Identifier: MIT

/// A key that was pressed.
package enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Character)
    /// A letter with the control key.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, tab, backspace, delete
}

/// Parses the bytes of a terminal into keys.
///
/// An escape may be a key or begin the sequence of another key. While ``isWaiting`` is true, wait a
/// moment and then call ``flush()``. Unknown sequences and invalid UTF-8 are skipped.
package struct KeyParser: Sendable {
    private var pending: [UInt8] = []

    /// Makes a parser without pending bytes.
    package init() {}

    /// Whether the pending bytes may be the beginning of a key.
    package var isWaiting: Bool { !pending.isEmpty }

    /// Returns the keys that are complete with these bytes.
    package mutating func keys(of bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = next() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// Returns the keys of the pending bytes, without waiting for more.
    package mutating func flush() -> [Key] {
        guard !pending.isEmpty else { return [] }
        let isEscape = pending.removeFirst() == 0x1b
        return (isEscape ? [.escape] : []) + keys(of: []) + flush()
    }

    /// Returns the first key, or nil if it is unknown, and its length.
    ///
    /// Returns nil if more bytes are needed.
    private func next() -> (Key?, Int)? {
        guard let first = pending.first else { return nil }
        switch first {
        case 0x1b: return sequence()
        case 0x0a, 0x0d: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7f: return (.backspace, 1)
        case 0..<0x20: return (.control(Character(Unicode.Scalar(first | 0x60))), 1)
        default: return character()
        }
    }

    private func character() -> (Key?, Int)? {
        let length =
            pending[0] < 0x80 ? 1 : pending[0] >= 0xf0 ? 4 : pending[0] >= 0xe0 ? 3 : pending[0] >= 0xc2 ? 2 : 1
        let bytes = pending.prefix(length)
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
            let isCut = bytes.count < length && bytes.dropFirst().allSatisfy { $0 & 0xc0 == 0x80 }
            return isCut ? nil : (nil, 1)
        }
        return (.character(character), length)
    }

    private func sequence() -> (Key?, Int)? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "O"):
            return pending.count > 2 ? (Self.key([pending[2]]), 3) : nil
        case UInt8(ascii: "["):
            guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7e ~= $0 }) else { return nil }
            // A modifier, as in "1;5A", is ignored.
            let number = pending[end] == 0x7e ? pending[2..<end].prefix { $0 != UInt8(ascii: ";") } : []
            return (Self.key(number + [pending[end]]), end + 1)
        default:
            return (.escape, 1)
        }
    }

    private static func key(_ bytes: some Sequence<UInt8>) -> Key? {
        keys[String(decoding: Array(bytes), as: UTF8.self)]
    }

    private static let keys: [String: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "M": .enter, "1~": .home, "7~": .home,
        "4~": .end, "8~": .end, "3~": .delete, "5~": .pageUp, "6~": .pageDown,
    ]
}
