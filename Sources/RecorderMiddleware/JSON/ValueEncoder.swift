// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import RexCore

/// Encodes values as JSON, as Foundation's encoder does, in a fraction of the time.
///
/// It writes while values encode themselves and builds no tree, so containers must be used in
/// nested order. A value that uses a container after a later one is encoded by Foundation instead.
/// Values that break the rules of encoding, are nested too deeply, or exceed the size limit are not
/// encoded.
///
/// It is a class because the containers of a value share the output. One thread at a time may use
/// it.
@usableFromInline package final class ValueEncoder {
    /// The most nested values and containers.
    ///
    /// Each uses stack.
    static let deepest = 512

    private let content = Cell(Content())
    /// The most bytes of a value.
    private let longest: Int
    /// The user info that values can read.
    let userInfo: [CodingUserInfoKey: any Sendable]

    package init(
        upTo longest: Int = .max,
        userInfo: [CodingUserInfoKey: any Sendable] = RecordingCoding.recording.userInfo
    ) {
        self.longest = longest
        self.userInfo = userInfo
    }

    /// Returns the value as JSON, or nil if it cannot be encoded.
    package func encode(_ value: some Encodable) -> [UInt8]? {
        withBytes { $0.removeAll() }
        return append(value) ? withBytes { $0.bytes } : nil
    }

    /// Whether the last value was longer than the limit.
    private(set) var isTooLong = false

    /// Appends the value as JSON.
    ///
    /// If it cannot be encoded, appends nothing and returns false.
    func append(_ value: some Encodable) -> Bool {
        let start = withBytes { $0.count }
        content.withValue { $0.begin(upTo: longest) }
        let isWritten = (try? write(value)) != nil
        let isInterleaved = content.withValue { $0.finish() }
        isTooLong = content.withValue { $0.isOutOfRoom } || withBytes { $0.count - start > longest }
        if isWritten, !isInterleaved, !isTooLong { return true }
        withBytes { $0.removeAll(after: start) }
        guard isWritten, isInterleaved, let json = try? foundation.encode(value) else { return false }
        isTooLong = json.count > longest
        guard !isTooLong else { return false }
        withBytes { $0.append(json) }
        return true
    }

    /// Calls `body` with the output.
    ///
    /// Must not be called during the encoding of a value.
    func withBytes<Result>(_ body: (inout ByteBuffer) -> Result) -> Result {
        content.withValue { body(&$0.json.buffer) }
    }

    private var foundation: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.userInfo = userInfo
        encoder.dataEncodingStrategy = .deferredToData
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return encoder
    }

    /// Decodes a value from the JSON that this encoder writes.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from json: some Sequence<UInt8>
    ) throws -> Value {
        try decoder.decode(type, from: Data(json))
    }

    /// Whether bytes are JSON of any contents.
    package static func isJSON(_ bytes: [UInt8]) -> Bool { (try? decode(Anything.self, from: bytes)) != nil }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// A decoder for the output of this encoder.
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dataDecodingStrategy = .deferredToData
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return decoder
    }

    /// Writes the next value.
    func write<Value: Encodable>(_ value: Value) throws {
        // Foundation's decoder expects special formats for these types.
        if Value.self == URL.self, let url = value as? URL { return try string(url.absoluteString) }
        if Value.self == Decimal.self, let decimal = value as? Decimal {
            // JSON has no value for it, and decoders would reject one.
            guard decimal.isFinite else {
                throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "It is no number."))
            }
            return scalar { $0.raw(text: "\(value)") }
        }
        let position = try content.withValue { try $0.enter() }
        defer { content.withValue { $0.level -= 1 } }
        try value.encode(to: ValueWriter(encoder: self, position: position))
        try content.withValue { try $0.leave(position) }
    }

    /// Writes a value that is not a container.
    func scalar(_ write: (inout JSONText) -> Void) {
        content.withValue { write(&$0.json) }
    }

    func string(_ text: String) throws {
        try content.withValue { content in
            guard text.utf8.count <= content.room else {
                content.isOutOfRoom = true
                throw content.failure("There is no room for a text.")
            }
            content.json.string(text)
        }
    }

    /// Begins the only value at a position.
    func beginOnly(at position: EncodingPosition) throws {
        try content.withValue { try $0.beginOnly(at: position) }
    }

    func open(isObject: Bool, at position: EncodingPosition) -> Int {
        content.withValue { $0.open(isObject: isObject, at: position) }
    }

    func next(in id: Int, depth: Int) throws {
        try content.withValue { _ = try $0.next(in: id, depth: depth) }
    }

    func next<Key: CodingKey>(in id: Int, depth: Int, key: Key) throws {
        try content.withValue { content in
            if try content.next(in: id, depth: depth) { content.write(key, depth: depth) }
        }
    }

    /// Returns the position of the next value, inside `depth` containers.
    func position(depth: Int) -> EncodingPosition {
        content.withValue { EncodingPosition(depth: depth, start: $0.json.buffer.count) }
    }

    func path(to depth: Int) -> [any CodingKey] { content.withValue { $0.path(to: depth) } }
}

@available(*, unavailable)
extension ValueEncoder: Sendable {}

extension ValueEncoder {
    private struct Frame {
        let id: Int
        let isObject: Bool
        /// The number of elements or members so far.
        var count = 0
        /// The key of the last member of an object.
        ///
        /// Not optional, since an optional existential is slower to assign.
        var key: any CodingKey = IndexKey(intValue: 0)
        /// The offset of the last element or member.
        var start = 0
    }

    /// The output, and the open containers.
    private struct Content: ~Copyable {
        var json = JSONText()
        var frames: [Frame] = []
        var lastID = 0
        /// The number of nested values that are being encoded.
        var level = 0
        /// The offset of the current value, and its largest end.
        var (start, end) = (0, Int.max)
        /// Whether a container was used after a later one, so that the output is useless.
        var isInterleaved = false
        /// Whether there was no room for a part of the value.
        var isOutOfRoom = false
        /// The error of a call that cannot throw.
        var mistake: String?

        var room: Int { end - json.buffer.count }

        mutating func begin(upTo limit: Int) {
            start = json.buffer.count
            end = limit > Int.max - start ? .max : start + limit
            (isInterleaved, isOutOfRoom, mistake, level) = (false, false, nil, 0)
        }

        /// Ends the value.
        ///
        /// Returns whether a container was used after a later one.
        mutating func finish() -> Bool {
            frames.removeAll(keepingCapacity: true)
            return isInterleaved
        }

        @inline(never) func failure(_ text: String) -> EncodingError {
            EncodingError.invalidValue(
                text,
                EncodingError.Context(codingPath: path(to: frames.count), debugDescription: text)
            )
        }

        func path(to depth: Int) -> [any CodingKey] {
            frames.prefix(depth).map { frame in
                frame.isObject && frame.count > 0 ? frame.key : IndexKey(intValue: frame.count - 1)
            }
        }

        /// Begins a value inside the current one.
        mutating func enter() throws -> EncodingPosition {
            guard level < ValueEncoder.deepest else { throw failure("More than \(level) values are in each other.") }
            level += 1
            return EncodingPosition(depth: frames.count, start: json.buffer.count)
        }

        /// Ends a value and its containers.
        mutating func leave(_ position: EncodingPosition) throws {
            if let mistake { throw failure(mistake) }
            close(to: position.depth)
            if json.buffer.count == position.start { json.raw("{}") }
        }

        /// Returns whether nothing was written after the value at a position.
        private func isLast(_ position: EncodingPosition) -> Bool {
            guard position.depth > 0 else { return position.start == start }
            return frames.count >= position.depth && frames[position.depth - 1].start == position.start
        }

        mutating func beginOnly(at position: EncodingPosition) throws {
            guard !isInterleaved, isLast(position) else { return isInterleaved = true }
            guard json.buffer.count == position.start else { throw failure("A container for one value got two.") }
        }

        /// Opens a container for a value, or continues the one that the value has opened already.
        mutating func open(isObject: Bool, at position: EncodingPosition) -> Int {
            let depth = position.depth
            guard !isInterleaved, isLast(position) else {
                isInterleaved = true
                return 0
            }
            if frames.count > depth, frames[depth].isObject == isObject { return frames[depth].id }
            guard frames.count == depth, json.buffer.count == position.start, depth < ValueEncoder.deepest else {
                mistake =
                    depth < ValueEncoder.deepest ? "A value has two forms." : "Too many containers are in each other."
                return 0
            }
            json.byte(isObject ? "{" : "[")
            lastID += 1
            frames.append(Frame(id: lastID, isObject: isObject))
            return lastID
        }

        /// Begins the next element or member of a container, which ends the containers that were
        /// opened in it.
        ///
        /// Returns false if the container was used after a later one.
        mutating func next(in id: Int, depth: Int) throws -> Bool {
            if let mistake { throw failure(mistake) }
            guard room > 0 else {
                isOutOfRoom = true
                mistake = "There is no room for more."
                throw failure("There is no room for more.")
            }
            guard frames.count > depth, frames[depth].id == id else {
                isInterleaved = true
                return false
            }
            close(to: depth + 1)
            if frames[depth].count > 0 { json.byte(",") }
            frames[depth].count += 1
            frames[depth].start = json.buffer.count
            return true
        }

        /// Writes the key of a member that has begun.
        mutating func write<Key: CodingKey>(_ key: Key, depth: Int) {
            frames[depth].key = key
            json.string(key.stringValue)
            json.byte(":")
            frames[depth].start = json.buffer.count
        }

        @inline(never) private mutating func close(to depth: Int) {
            while frames.count > depth { json.byte(frames.removeLast().isObject ? "}" : "]") }
        }
    }
}
