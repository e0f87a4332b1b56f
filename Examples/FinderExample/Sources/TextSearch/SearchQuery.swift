// SPDX-License-Identifier: MIT

/// Words that a line has to contain, all of them, in any order.
///
/// A word matches anywhere in a line. It matches both cases of ASCII letters unless it contains a
/// capital.
///
/// ```swift
/// SearchQuery("foo Bar")  // matches "int fooBar;" and "Bar foo", not "foobar"
/// ```
public struct SearchQuery: Hashable, Sendable {
    /// The words.
    ///
    /// The first one is searched first.
    let needles: [Needle]

    /// Returns nil if the text contains no word.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(Needle.init).sorted { $0.commonness < $1.commonness }
        guard !words.isEmpty else { return nil }
        needles = words
    }

    /// The number of bytes at the end of a cut line that must be searched again.
    var overlap: Int { (needles.map(\.count).max() ?? 1) - 1 }

    /// Returns the ranges of the words in a text, from left to right, without overlaps.
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
