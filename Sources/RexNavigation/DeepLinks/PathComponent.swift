// SPDX-License-Identifier: MIT

/// The percent-encoding of a component in the path of a URL.
enum PathComponent {
    /// Returns the text of a component, or nil if an escape is malformed or the bytes aren't UTF-8.
    static func decode(_ component: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = component.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // Invalid bytes were replaced.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// Returns the percent-encoded form of a text.
    static func encode(_ text: String) -> String {
        var component = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                component.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                component += byte < 16 ? "%0" : "%"
                component += String(byte, radix: 16, uppercase: true)
            }
        }
        return component
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Whether RFC 3986 lets the byte stand for itself everywhere in a URL.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
