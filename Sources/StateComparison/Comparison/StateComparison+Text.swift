// SPDX-License-Identifier: MIT

import RexCore

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
        let common = unsafe old.utf8.withContiguousStorageIfAvailable { old in
            unsafe new.utf8.withContiguousStorageIfAvailable { new in unsafe Bytes.commonCount(old, new) }
        }
        return max(0, (common.flatMap { $0 } ?? 0) - lead)
    }

    private static func text(of text: Substring, from start: Int) -> String {
        guard start > 0 else { return ValueText.inQuotes(text, upTo: ValueText.shortTextLimit) }
        let rest = text[text.utf8.index(text.startIndex, offsetBy: start)...]
        return "…" + ValueText.inQuotes(rest, upTo: ValueText.shortTextLimit)
    }
}

extension Bytes {
    /// Returns the number of equal bytes at the beginning.
    fileprivate static func commonCount(_ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>) -> Int {
        let (count, step) = (min(old.count, new.count), 4096)
        guard count > 0, let oldStart = old.baseAddress, let newStart = new.baseAddress else { return 0 }
        var common = 0
        while common + step <= count, unsafe haveSameBytes(oldStart + common, newStart + common, count: step) {
            common += step
        }
        while common < count, unsafe oldStart[common] == newStart[common] { common += 1 }
        return common
    }
}
