// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes values as JSON, as Foundation's encoder does, in a fraction of the time.
///
/// It writes while values encode themselves and keeps no tree of them, so containers have to be used as they are nested: a
/// value that goes back to a container after it has begun another one is left to Foundation.
///
/// It is a class because the containers of one value share what is written. One thread at a time may use it.
///
/// What is written is behind a pointer because each access to a variable of a class is checked at run time. It is safe because
/// the pointer is good from `init` to `deinit` and nobody else has it.
@safe @usableFromInline final class ValueEncoder {
    private struct Frame {
        let id: Int
        let isObject: Bool
        var isEmpty = true
    }

    /// What is written, and the containers that are open.
    private struct Content: ~Copyable {
        var json = JSONText()
        var frames: [Frame] = []
        var lastID = 0
        /// A container went on that another one has followed: what is written since then is of no use.
        var isInterleaved = false

        /// Opens a container behind so many others; one that the same value has opened already goes on.
        mutating func open(isObject: Bool, depth: Int) -> Int {
            if frames.count > depth, frames[depth].isObject == isObject { return frames[depth].id }
            guard frames.count == depth else {
                isInterleaved = true
                return 0
            }
            json.byte(isObject ? "{" : "[")
            lastID += 1
            frames.append(Frame(id: lastID, isObject: isObject))
            return lastID
        }

        /// Begins the next element or member of a container, at which those end that were opened in it.
        mutating func next(in id: Int, depth: Int, key: String?) {
            guard frames.count > depth, frames[depth].id == id else { return isInterleaved = true }
            close(to: depth + 1)
            if !frames[depth].isEmpty { json.byte(",") }
            frames[depth].isEmpty = false
            guard let key else { return }
            json.string(key)
            json.byte(":")
        }

        mutating func close(to depth: Int) {
            while frames.count > depth { json.byte(frames.removeLast().isObject ? "}" : "]") }
        }
    }

    private let content: UnsafeMutablePointer<Content> = .allocate(capacity: 1)

    init() {
        unsafe content.initialize(to: Content())
    }

    deinit {
        unsafe content.deinitialize(count: 1).deallocate()
    }

    /// The value as JSON; nil if it cannot be encoded.
    func encode(_ value: some Encodable) -> [UInt8]? {
        withBytes { $0.removeAll() }
        return append(value) ? withBytes { $0.bytes } : nil
    }

    /// Appends the value as JSON to what was written before; false, and nothing is appended, if it cannot be encoded.
    func append(_ value: some Encodable) -> Bool {
        let start = withBytes { $0.count }
        let isWritten = (try? write(value)) != nil
        let isInterleaved = unsafe content.pointee.isInterleaved
        if isWritten, !isInterleaved { return true }
        unsafe content.pointee.isInterleaved = false
        unsafe content.pointee.frames.removeAll(keepingCapacity: true)
        withBytes { $0.removeAll(behind: start) }
        guard isInterleaved, let json = try? Self.foundation.encode(value) else { return false }
        withBytes { $0.append(json) }
        return true
    }

    /// Calls `body` with what was written; not while a value is being encoded.
    func withBytes<Result>(_ body: (inout ByteBuffer) -> Result) -> Result {
        unsafe body(&content.pointee.json.buffer)
    }

    private static var foundation: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dataEncodingStrategy = .deferredToData
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return encoder
    }

    /// What reads all that is written here.
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

    /// Writes a value where one is due.
    func write<Value: Encodable>(_ value: Value) throws {
        // Foundation's decoder wants these in a form of its own.
        if Value.self == URL.self, let url = value as? URL { return scalar { $0.string(url.absoluteString) } }
        if Value.self == Decimal.self { return scalar { $0.raw("\(value)".utf8) } }
        let (start, depth) = unsafe (content.pointee.json.buffer.count, content.pointee.frames.count)
        try value.encode(to: ValueWriter(encoder: self, depth: depth))
        unsafe content.pointee.close(to: depth)
        if unsafe content.pointee.json.buffer.count == start { unsafe content.pointee.json.raw("{}") }
    }

    /// Writes what is no container.
    func scalar(_ write: (inout JSONText) -> Void) {
        unsafe write(&content.pointee.json)
    }

    func open(isObject: Bool, depth: Int) -> Int {
        unsafe content.pointee.open(isObject: isObject, depth: depth)
    }

    func next(in id: Int, depth: Int, key: String?) {
        unsafe content.pointee.next(in: id, depth: depth, key: key)
    }
}

@available(*, unavailable)
extension ValueEncoder: Sendable {}

/// The place of one value.
private struct ValueWriter: Encoder {
    let encoder: ValueEncoder
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members<Key>(place: ContainerPlace(encoder, true, depth)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        Elements(place: ContainerPlace(encoder, false, depth))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }
}

/// A container on its way.
private struct ContainerPlace {
    let encoder: ValueEncoder
    let depth: Int
    let id: Int

    init(_ encoder: ValueEncoder, _ isObject: Bool, _ depth: Int) {
        self.encoder = encoder
        self.depth = depth
        id = encoder.open(isObject: isObject, depth: depth)
    }

    func next(_ key: String? = nil) -> ValueEncoder {
        encoder.next(in: id, depth: depth, key: key)
        return encoder
    }

    /// The place of what is nested.
    func nested(_ key: String? = nil) -> ValueWriter { ValueWriter(encoder: next(key), depth: depth + 1) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: ContainerPlace
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { place.next(key.stringValue).scalar { $0.null() } }
    mutating func encode(_ value: Bool, forKey key: Key) throws {
        place.next(key.stringValue).scalar { $0.bool(value) }
    }
    mutating func encode(_ value: String, forKey key: Key) throws {
        place.next(key.stringValue).scalar { $0.string(value) }
    }
    mutating func encode(_ value: Int, forKey key: Key) throws {
        place.next(key.stringValue).scalar { $0.integer(value) }
    }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        place.next(key.stringValue).scalar { $0.number(value) }
    }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try place.next(key.stringValue).write(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        place.nested(key.stringValue).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        place.nested(key.stringValue).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { place.nested("super") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { place.nested(key.stringValue) }
}

private struct Elements: UnkeyedEncodingContainer {
    let place: ContainerPlace
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(place: ContainerPlace) {
        self.place = place
    }

    private mutating func next() -> ValueEncoder {
        count += 1
        return place.next()
    }

    mutating func encodeNil() throws { next().scalar { $0.null() } }
    mutating func encode(_ value: Bool) throws { next().scalar { $0.bool(value) } }
    mutating func encode(_ value: String) throws { next().scalar { $0.string(value) } }
    mutating func encode(_ value: Int) throws { next().scalar { $0.integer(value) } }
    mutating func encode(_ value: Double) throws { next().scalar { $0.number(value) } }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().write(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        count += 1
        return place.nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        count += 1
        return place.nested().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        count += 1
        return place.nested()
    }
}

private struct Single: SingleValueEncodingContainer {
    let writer: ValueWriter
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { writer.encoder.scalar { $0.null() } }
    mutating func encode(_ value: Bool) throws { writer.encoder.scalar { $0.bool(value) } }
    mutating func encode(_ value: String) throws { writer.encoder.scalar { $0.string(value) } }
    mutating func encode(_ value: Double) throws { writer.encoder.scalar { $0.number(value) } }
    mutating func encode(_ value: Float) throws { writer.encoder.scalar { $0.number(value) } }
    mutating func encode(_ value: Int) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: Int8) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: Int16) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: Int32) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: Int64) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt8) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt16) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt32) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt64) throws { writer.encoder.scalar { $0.integer(value) } }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try writer.encoder.write(value) }
}
