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

    /// The number of bytes of a line that is cut which have to be looked at twice.
    var overlap: Int { (needles.map(\.count).max() ?? 1) - 1 }

    /// The places of its words in a text, from left to right, each once.
    public func ranges(in text: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        unsafe text.withUnsafeBytes { text in
            for needle in needles {
                var place = 0
                while let start = unsafe needle.first(in: text, place..<text.count) {
                    found.append(start..<start + needle.count)
                    place = start + needle.count
                }
            }
        }
        return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { ranges, range in
            if range.lowerBound >= ranges.last?.upperBound ?? 0 { ranges.append(range) }
        }
    }
}
