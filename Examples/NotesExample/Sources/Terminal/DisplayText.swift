// SPDX-License-Identifier: MIT

extension Character {
    /// The width in columns of a terminal: 0, 1 or 2.
    package var columns: Int {
        var columns = 0
        for scalar in unicodeScalars { columns = max(columns, scalar == "\u{fe0f}" ? 2 : scalar.columns) }
        return columns
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        if value < 0x300 { return value == 0xad ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if 0x1160...0x11ff ~= value { return 0 }
        return properties.isEmojiPresentation || Self.wide.contains(where: { $0 ~= value }) ? 2 : 1
    }

    /// The scalars with the East Asian Width wide or full, without emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf, 0x4e00...0xa4c6,
        0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60,
        0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1aff0...0x1b2fb, 0x1f200...0x1f265, 0x20000...0x3fffd,
    ]
}

extension String {
    /// The width in columns of a terminal.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Makes text that is safe to show in a terminal.
    ///
    /// Control characters become visible symbols, tabs become spaces, and invalid UTF-8 becomes
    /// replacement characters.
    package init(displaying bytes: some Collection<UInt8>) {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x09: scalars.append(contentsOf: "    ".unicodeScalars)
            case 0..<0x20: scalars.append(Unicode.Scalar(UInt8(scalar.value)).sign)
            case 0x7f: scalars.append("\u{2421}")
            case 0x80..<0xa0, 0x2028...0x202e, 0x2066...0x2069: scalars.append("\u{fffd}")
            default: scalars.append(scalar)
            }
        }
        self.init(scalars)
    }

    /// Returns the longest prefix that fits.
    package func prefix(columns limit: Int) -> Substring {
        var used = 0
        for index in indices {
            used += self[index].columns
            if used > limit { return self[..<index] }
        }
        return self[...]
    }
}

extension Unicode.Scalar {
    /// The visible symbol of a control character.
    fileprivate var sign: Unicode.Scalar { Unicode.Scalar(0x2400 + value) ?? "\u{fffd}" }
}
