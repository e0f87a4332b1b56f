// SPDX-License-Identifier: MIT

extension String {
    /// The text with `\n` in the place of each line end.
    var onOneLine: String {
        contains(where: \.isNewline)
            ? split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: #"\n"#)
            : self
    }
}
