// SPDX-License-Identifier: MIT

/// A word, sign or literal of Swift source.
package struct Token: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// A name or a keyword; a name in backticks has them in its text.
        case word
        /// A number, a string or a regular expression.
        case literal
        /// `#` and a word: a condition of the compiler or a macro.
        case pound
        /// One byte, or one of `->`, `...`.
        case sign
    }

    package let kind: Kind
    /// The bytes of the token in the source.
    package let range: Range<Int>
    /// The offset at which the blanks and comments before it begin.
    package let triviaStart: Int
    /// True if a line break is among the blanks and comments before it.
    package let startsLine: Bool

    package var followsBlank: Bool { triviaStart < range.lowerBound }
}
