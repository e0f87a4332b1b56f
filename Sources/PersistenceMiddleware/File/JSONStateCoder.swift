// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes values as JSON.
///
/// Dates are seconds since 2001, data are Base64, and numbers that JSON does not have are the texts
/// `inf`, `-inf` and `nan`.
public struct JSONStateCoder: StateCoder {
    /// Makes a coder.
    public init() {}

    /// The JSON of a value.
    public func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return Array(try encoder.encode(value))
    }

    /// The value of JSON.
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
