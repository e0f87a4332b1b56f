// SPDX-License-Identifier: MIT

/// The encoder that is passed to a value.
struct ValueWriter: Encoder {
    let encoder: ValueEncoder
    let position: EncodingPosition
    var codingPath: [any CodingKey] { encoder.path(to: position.depth) }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedContainer<Key>(base: ContainerEncoder(encoder, isObject: true, position)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedContainer(base: ContainerEncoder(encoder, isObject: false, position))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueContainer(writer: self) }
}

/// The common part of all containers: the output, and the position of the container.
private struct ContainerEncoder {
    let encoder: ValueEncoder
    let depth: Int
    let id: Int
    var codingPath: [any CodingKey] { encoder.path(to: depth) }

    init(_ encoder: ValueEncoder, isObject: Bool, _ position: EncodingPosition) {
        self.encoder = encoder
        depth = position.depth
        id = encoder.open(isObject: isObject, at: position)
    }

    func next() throws -> ValueEncoder {
        try encoder.next(in: id, depth: depth)
        return encoder
    }

    // Generic, since an existential of the key would be copied several times.
    func next<Key: CodingKey>(_ key: Key) throws -> ValueEncoder {
        try encoder.next(in: id, depth: depth, key: key)
        return encoder
    }

    /// Returns the encoder of a nested value.
    ///
    /// An error is thrown by the next call that can throw.
    func nested() -> ValueWriter {
        try? encoder.next(in: id, depth: depth)
        return ValueWriter(encoder: encoder, position: encoder.position(depth: depth + 1))
    }

    /// Returns the encoder of a nested value with a key, like `nested()`.
    func nested<Key: CodingKey>(_ key: Key) -> ValueWriter {
        try? encoder.next(in: id, depth: depth, key: key)
        return ValueWriter(encoder: encoder, position: encoder.position(depth: depth + 1))
    }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let base: ContainerEncoder
    var codingPath: [any CodingKey] { base.codingPath }

    mutating func encodeNil(forKey key: Key) throws { try base.next(key).scalar { $0.null() } }
    mutating func encode(_ value: Bool, forKey key: Key) throws { try base.next(key).scalar { $0.bool(value) } }
    mutating func encode(_ value: String, forKey key: Key) throws { try base.next(key).string(value) }
    mutating func encode(_ value: Int, forKey key: Key) throws { try base.next(key).scalar { $0.integer(value) } }
    mutating func encode(_ value: Double, forKey key: Key) throws { try base.next(key).scalar { $0.number(value) } }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try base.next(key).write(value) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        base.nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        base.nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { base.nested(SuperKey()) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { base.nested(key) }
}

private struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
    let base: ContainerEncoder
    private(set) var count = 0
    var codingPath: [any CodingKey] { base.codingPath }

    init(base: ContainerEncoder) {
        self.base = base
    }

    private mutating func next() throws -> ValueEncoder {
        count += 1
        return try base.next()
    }

    mutating func encodeNil() throws { try next().scalar { $0.null() } }
    mutating func encode(_ value: Bool) throws { try next().scalar { $0.bool(value) } }
    mutating func encode(_ value: String) throws { try next().string(value) }
    mutating func encode(_ value: Int) throws { try next().scalar { $0.integer(value) } }
    mutating func encode(_ value: Double) throws { try next().scalar { $0.number(value) } }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().write(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        count += 1
        return base.nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        count += 1
        return base.nested().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        count += 1
        return base.nested()
    }
}

private struct SingleValueContainer: SingleValueEncodingContainer {
    let writer: ValueWriter
    var codingPath: [any CodingKey] { writer.codingPath }

    private func scalar(_ write: (inout JSONText) -> Void) throws {
        try writer.encoder.beginOnly(at: writer.position)
        writer.encoder.scalar(write)
    }

    mutating func encodeNil() throws { try scalar { $0.null() } }
    mutating func encode(_ value: Bool) throws { try scalar { $0.bool(value) } }
    mutating func encode(_ value: Double) throws { try scalar { $0.number(value) } }
    mutating func encode(_ value: Float) throws { try scalar { $0.number(value) } }
    mutating func encode(_ value: Int) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: Int8) throws { try scalar { $0.raw(text: value.description) } }
    mutating func encode(_ value: Int16) throws { try scalar { $0.raw(text: value.description) } }
    mutating func encode(_ value: Int32) throws { try encode(Int64(value)) }
    mutating func encode(_ value: Int64) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt8) throws { try encode(UInt64(value)) }
    mutating func encode(_ value: UInt16) throws { try encode(UInt64(value)) }
    mutating func encode(_ value: UInt32) throws { try encode(UInt64(value)) }
    mutating func encode(_ value: UInt64) throws { try scalar { $0.integer(value) } }

    mutating func encode(_ value: String) throws {
        try writer.encoder.beginOnly(at: writer.position)
        try writer.encoder.string(value)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try writer.encoder.beginOnly(at: writer.position)
        try writer.encoder.write(value)
    }
}
