// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values as JSON.
///
/// Dates are seconds since 2001, data are Base64, and the numbers that JSON lacks are the strings
/// `inf`, `-inf` and `nan`.
public struct JSONStateCoder: StateCoder {
    /// Makes a coder.
    package init() {}

    /// Returns the JSON of a value.
    public func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return Array(try encoder.encode(value))
    }

    /// Decodes a value from JSON.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return try decoder.decode(type, from: Data(bytes))
    }
}

extension StateCoder where Self == JSONStateCoder {
    /// JSON, by the encoder of Foundation.
    public static var json: JSONStateCoder { JSONStateCoder() }
}
