// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import RexCore
import StateComparison

/// Values as Swift literals that contain JSON.
enum SourceLiteral {
    /// Returns the literal of a value that does not change by encoding and decoding.
    ///
    /// - Parameter name: A name of the value, for the error.
    static func of<Value: Codable>(
        _ value: Value,
        _ name: @autoclosure () -> String,
        mark: RecordingCoding = .recording
    ) throws(Obstacle) -> String {
        guard let json = ValueEncoder(userInfo: mark.userInfo).encode(value) else {
            throw Obstacle("\(name()) cannot be encoded.")
        }
        let decoded: Value
        do {
            decoded = try ValueEncoder.decoder.decode(Value.self, from: Data(json))
        } catch {
            throw Obstacle("\(name()) cannot be decoded after encoding: \(error)")
        }
        if let difference = ValueDifference.text(from: value, to: decoded) {
            throw Obstacle("\(name()) differs after encoding and decoding:\n\(difference)")
        }
        return of(json: String(decoding: json, as: UTF8.self))
    }

    /// Returns the literal of a text, as JSON.
    static func of(text: String) -> String {
        var json = JSONText()
        json.string(text)
        return of(json: json.text)
    }

    /// Returns a raw literal.
    static func of(json: String) -> String {
        let plain = json.unicodeScalars.contains(where: isUnseen) ? escaped(json) : json
        // The longest run of # after a quote or a backslash. Compared by bytes, since a combining mark may follow a
        // #.
        var (longest, run): (Int, Int?) = (0, nil)
        for byte in plain.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
            case UInt8(ascii: "#"): run = run.map { $0 + 1 }
            default: run = nil
            }
            longest = max(longest, run ?? 0)
        }
        let hashes = String(repeating: "#", count: longest + 1)
        // Three quotes would begin a multi-line literal.
        let space = plain.hasPrefix("\"\"") ? " " : ""
        return "\(hashes)\"\(space)\(plain)\(space)\"\(hashes)"
    }

    /// Returns whether a scalar is invisible, or changes the text direction.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    /// Returns JSON with invisible characters escaped.
    private static func escaped(_ json: String) -> String {
        var text = ""
        for scalar in json.unicodeScalars {
            guard isUnseen(scalar) else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }
}
