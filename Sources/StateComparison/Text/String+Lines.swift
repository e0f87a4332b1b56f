// SPDX-License-Identifier: MIT

extension String {
    /// The text with `\n` instead of each line break.
    package var onOneLine: String {
        joiningLines(with: #"\n"#)
    }

    /// Returns the text with `separator` instead of each line break.
    package func joiningLines(with separator: String) -> String {
        let hasLineEnd = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        }
        guard hasLineEnd ?? true else { return self }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: separator)
    }
}
