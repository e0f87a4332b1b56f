// SPDX-License-Identifier: MIT

/// Encodes the values of a ``StateFile``, and decodes them.
///
/// The default is ``json``. Your own coder needs no Foundation.
public protocol StateCoder: Sendable {
    /// Returns the bytes of a value.
    ///
    /// After an error nothing is written.
    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8]

    /// Decodes bytes of ``encode(_:)``, perhaps of an older version of the app.
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
}
