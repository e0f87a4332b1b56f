// SPDX-License-Identifier: MIT

/// What a value encodes itself to.
struct ValueWriter: Encoder {
    let encoder: ValueEncoder
    let place: ValuePlace
    var codingPath: [any CodingKey] { encoder.path(to: place.depth) }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members<Key>(place: ContainerPlace(encoder, isObject: true, place)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        Elements(place: ContainerPlace(encoder, isObject: false, place))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }
}

/// A container on its way.
private struct ContainerPlace {
    let encoder: ValueEncoder
    let depth: Int
    let id: Int
    var codingPath: [any CodingKey] { encoder.path(to: depth) }

    init(_ encoder: ValueEncoder, isObject: Bool, _ place: ValuePlace) {
        self.encoder = encoder
        depth = place.depth
        id = encoder.open(isObject: isObject, at: place)
    }

    func next(_ key: (any CodingKey)? = nil) throws -> ValueEncoder {
        try encoder.next(in: id, depth: depth, key: key)
        return encoder
    }

    /// The place of what is nested; a mistake is thrown by the next call that can.
    func nested(_ key: (any CodingKey)? = nil) -> ValueWriter {
        try? encoder.next(in: id, depth: depth, key: key)
        return ValueWriter(encoder: encoder, place: encoder.place(depth: depth + 1))
    }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: ContainerPlace
    var codingPath: [any CodingKey] { place.codingPath }

    mutating func encodeNil(forKey key: Key) throws { try place.next(key).scalar { $0.null() } }
    mutating func encode(_ value: Bool, forKey key: Key) throws { try place.next(key).scalar { $0.bool(value) } }
    mutating func encode(_ value: String, forKey key: Key) throws { try place.next(key).string(value) }
    mutating func encode(_ value: Int, forKey key: Key) throws { try place.next(key).scalar { $0.integer(value) } }
    mutating func encode(_ value: Double, forKey key: Key) throws { try place.next(key).scalar { $0.number(value) } }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try place.next(key).write(value) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        place.nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        place.nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { place.nested(SuperKey()) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { place.nested(key) }
}

private struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

private struct Elements: UnkeyedEncodingContainer {
    let place: ContainerPlace
    private(set) var count = 0
    var codingPath: [any CodingKey] { place.codingPath }

    init(place: ContainerPlace) {
        self.place = place
    }

    private mutating func next() throws -> ValueEncoder {
        count += 1
        return try place.next()
    }

    mutating func encodeNil() throws { try next().scalar { $0.null() } }
    mutating func encode(_ value: Bool) throws { try next().scalar { $0.bool(value) } }
    mutating func encode(_ value: String) throws { try next().string(value) }
    mutating func encode(_ value: Int) throws { try next().scalar { $0.integer(value) } }
    mutating func encode(_ value: Double) throws { try next().scalar { $0.number(value) } }
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
    var codingPath: [any CodingKey] { writer.codingPath }

    private func scalar(_ write: (inout JSONText) -> Void) throws {
        try writer.encoder.beginOnly(at: writer.place)
        writer.encoder.scalar(write)
    }

    mutating func encodeNil() throws { try scalar { $0.null() } }
    mutating func encode(_ value: Bool) throws { try scalar { $0.bool(value) } }
    mutating func encode(_ value: Double) throws { try scalar { $0.number(value) } }
    mutating func encode(_ value: Float) throws { try scalar { $0.number(value) } }
    mutating func encode(_ value: Int) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: Int8) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: Int16) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: Int32) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: Int64) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt8) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt16) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt32) throws { try scalar { $0.integer(value) } }
    mutating func encode(_ value: UInt64) throws { try scalar { $0.integer(value) } }

    mutating func encode(_ value: String) throws {
        try writer.encoder.beginOnly(at: writer.place)
        try writer.encoder.string(value)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try writer.encoder.beginOnly(at: writer.place)
        try writer.encoder.write(value)
    }
}
