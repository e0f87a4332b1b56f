// SPDX-License-Identifier: MIT

extension String {
    /// The text with `\n` in the place of each line end.
    package var onOneLine: String {
        joiningLines(with: #"\n"#)
    }

    /// The text with `separator` in the place of each line end.
    package func joiningLines(with separator: String) -> String {
        let hasLineEnd = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        }
        guard hasLineEnd ?? true else { return self }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: separator)
    }
}
