// SPDX-License-Identifier: MIT

extension String {
    /// The text with `\n` in the place of each line end.
    package var onOneLine: String {
        joiningLines(with: #"\n"#)
    }

    /// The text with `separator` in the place of each line end.
    package func joiningLines(with separator: String) -> String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { return self }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: separator)
    }
}
