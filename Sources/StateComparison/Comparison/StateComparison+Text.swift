// SPDX-License-Identifier: MIT

extension StateComparison {
    /// The number of bytes before the first difference that long texts show.
    private static let lead = 20

    /// Compares two strings or two substrings.
    mutating func compareTexts(_ old: Any, _ new: Any) {
        guard let old = StateComparison.text(old), let new = StateComparison.text(new), old != new else { return }
        guard !isProbing else { return record(.deeper) }
        let start = StateComparison.shownStart(of: old, new)
        record(
            .replaced(old: StateComparison.text(of: old, from: start), new: StateComparison.text(of: new, from: start))
        )
    }

    private static func text(_ value: Any) -> Substring? {
        (value as? String).map { $0[...] } ?? value as? Substring
    }

    /// Returns the byte offset where two different texts begin to be shown.
    ///
    /// Zero for short texts.
    private static func shownStart(of old: Substring, _ new: Substring) -> Int {
        guard max(old.utf8.count, new.utf8.count) > ValueText.shortTextLimit else { return 0 }
        let difference = zip(old.utf8, new.utf8).enumerated().first { $1.0 != $1.1 }
        return max(0, (difference?.offset ?? min(old.utf8.count, new.utf8.count)) - lead)
    }

    private static func text(of text: Substring, from start: Int) -> String {
        guard start > 0 else { return ValueText.inQuotes(text, upTo: ValueText.shortTextLimit) }
        let rest = text[text.utf8.index(text.startIndex, offsetBy: start)...]
        return "…" + ValueText.inQuotes(rest, upTo: ValueText.shortTextLimit)
    }
}
