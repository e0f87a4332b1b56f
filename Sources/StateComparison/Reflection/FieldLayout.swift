// SPDX-License-Identifier: MIT

/// The byte ranges of a value's fields, without padding.
///
/// Padding may contain anything, so two copies of a value may differ there. For example, `Bool`
/// before `Int` leaves seven bytes of padding, and a copied list would seem changed in all its
/// elements.
package struct FieldLayout {
    /// The byte ranges in order.
    ///
    /// Adjacent ranges are merged.
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
