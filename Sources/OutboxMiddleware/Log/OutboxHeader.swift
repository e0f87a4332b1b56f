// SPDX-License-Identifier: MIT

/// The beginning of the log of an outbox: the version of its format, with a checksum, written
/// twice.
enum OutboxHeader {
    /// The kind of a file according to its first bytes.
    enum Finding {
        /// A log whose first record begins at `start`.
        case log(start: Int, isWhole: Bool)
        /// A log that an earlier version of Rex has written.
        case earlier
        /// A log that a newer version has written.
        case newer(form: Int)
        /// Not the beginning of a log, although a log may follow.
        case unknown
    }

    private static let form = 3
    private static let mark = Array("RexOutbox ".utf8)
    /// The header of the first form, which has no checksum.
    private static let first = mark + Array("1\n".utf8)
    private static let line = line(of: form)
    static let bytes = line + line

    static func find(in bytes: [UInt8]) -> Finding {
        // The line of a newer form may be a little longer.
        for place in 0...(line.count + 8) {
            guard let form = form(in: bytes, at: place) else { continue }
            if form > self.form { return .newer(form: form) }
            if form < self.form { return .earlier }
            let isWhole = place == 0 && bytes.starts(with: self.bytes)
            return .log(start: place + (isWhole ? 2 : 1) * line.count, isWhole: isWhole)
        }
        return bytes.starts(with: first) ? .earlier : .unknown
    }

    /// Whether a file is the beginning of a header, whose rest is missing.
    static func isCutOff(_ bytes: [UInt8]) -> Bool {
        bytes.isEmpty || bytes.starts(with: mark) && self.bytes.starts(with: bytes)
    }

    private static func line(of form: Int) -> [UInt8] {
        let text = mark + Array("\(form)\n".utf8)
        let digits = String(outboxChecksum(text[...]), radix: 16)
        return text + Array((String(repeating: "0", count: 16 - digits.count) + digits + "\n").utf8)
    }

    /// The form of the line at `place`, or nil if it is no line or its checksum is wrong.
    private static func form(in bytes: [UInt8], at place: Int) -> Int? {
        let rest = bytes.dropFirst(place)
        guard rest.starts(with: mark) else { return nil }
        let digits = rest.dropFirst(mark.count).prefix(10).prefix { $0 != UInt8(ascii: "\n") }
        guard let form = Int(String(decoding: digits, as: UTF8.self)), form > 1 else { return nil }
        return rest.starts(with: line(of: form)) ? form : nil
    }
}
