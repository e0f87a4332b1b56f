// SPDX-License-Identifier: MIT

/// Words that a line has to hold, all of them, in any order.
///
/// A word matches anywhere in a line, and in both cases of ASCII unless it has a capital.
///
/// ```swift
/// SearchQuery("foo Bar")  // matches "int fooBar;" and "Bar foo", not "foobar"
/// ```
public struct SearchQuery: Hashable, Sendable {
    /// The words, the one that is looked for first in front.
    let needles: [Needle]

    /// Nil if there is no word in the text.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(Needle.init).sorted { $0.commonness < $1.commonness }
        guard !words.isEmpty else { return nil }
        needles = words
    }

    /// How much of a line that is cut has to be looked at twice.
    var overlap: Int { (needles.map(\.count).max() ?? 1) - 1 }
}
