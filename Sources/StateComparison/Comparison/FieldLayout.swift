// SPDX-License-Identifier: MIT

/// The ranges of a value's bytes that belong to its fields.
///
/// The gaps between fields hold anything, so that copies of one value may have different bytes
/// there: `Bool` before `Int` leaves seven of them, and a list that was copied would look changed
/// in all its elements.
package struct FieldLayout {
    /// The bytes that count, in order and without neighbours that touch.
    package private(set) var ranges: [Range<Int>] = []

    package init<Value>(of type: Value.Type) {
        add(type, at: 0)
    }

    private mutating func add(_ type: Any.Type, at start: Int) {
        let fields = TypeShape.of(type).fields
        guard fields.isEmpty else {
            return fields.forEach { add($0.type, at: start + $0.offset) }
        }
        let range = start..<(start + Metadata.size(of: type))
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else if !range.isEmpty {
            ranges.append(range)
        }
    }
}
