// SPDX-License-Identifier: MIT

/// Turns values into the bytes of a ``StateFile``, and back.
///
/// ``json`` is that of a file without another. One of one's own needs no Foundation.
public protocol StateCoder: Sendable {
    /// The bytes of a value; an error says that it has none, and nothing is written.
    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8]

    /// The value of bytes that ``encode(_:)`` has made, perhaps in an older version of the app.
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
}
