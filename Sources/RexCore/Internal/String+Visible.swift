// SPDX-License-Identifier: MIT

extension String {
    /// The text with `\u{…}` instead of each invisible character that can affect a terminal or a
    /// page: control characters, characters that change the text direction, and line breaks.
    package var visible: String {
        // All of these characters begin with one of these bytes, which are rare.
        let mayHaveSigns = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.contains { $0 < 0x20 || $0 == 0x7f || $0 == 0xc2 || $0 == 0xd8 || $0 == 0xe2 }
        }
        guard mayHaveSigns ?? true, unicodeScalars.contains(where: \.isSign) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isSign {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isSign: Bool {
        switch value {
        case ..<0x20, 0x7f...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
