// SPDX-License-Identifier: MIT

/// A word, a piece of punctuation, or a literal of Swift source code.
package struct Token: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// A name or keyword, including any backticks.
        case word
        /// A number, a string or a regular expression.
        case literal
        /// `#` and a word: a compiler directive or a macro.
        case pound
        /// One byte of punctuation, or `->`, or `...`.
        case punctuation
    }

    package let kind: Kind
    /// The range of the token in the source.
    package let range: Range<Int>
    /// The offset of the whitespace and comments before the token.
    package let triviaStart: Int
    /// Whether the whitespace and comments before the token contain a line break.
    package let startsLine: Bool

    package var followsBlank: Bool { triviaStart < range.lowerBound }
}
