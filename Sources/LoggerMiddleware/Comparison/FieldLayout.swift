// SPDX-License-Identifier: MIT

/// Which bytes of a value belong to its fields.
///
/// The gaps between fields hold anything, so that copies of one value may have different bytes there: `Bool` before `Int`
/// leaves seven of them, and a list that was copied would look changed in all its elements. The fields of a struct stand
/// in their order, each at the next multiple of its alignment. Where that does not give the size of the struct, all
/// bytes count.
package struct FieldLayout {
    /// The bytes that count, in order and without neighbours that touch.
    package private(set) var ranges: [Range<Int>] = []

    /// The layout of a type, learnt from one of its values.
    package init<Value>(of sample: Value) {
        for range in FieldLayout.space(of: sample).ranges where !range.isEmpty {
            if let last = ranges.last, last.upperBound == range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
    }

    /// What a value takes in memory.
    private struct Space {
        let size: Int
        let alignment: Int
        var ranges: [Range<Int>]
    }

    private static func space<Value>(of value: Value) -> Space {
        let size = MemoryLayout<Value>.size
        var space = Space(size: size, alignment: MemoryLayout<Value>.alignment, ranges: [0..<size])
        let mirror = Mirror(reflecting: value)
        // The box of an `any` type shows the fields of the value inside, which need not even be in the box.
        guard type(of: value as Any) == Value.self, mirror.displayStyle == .struct,
            !(value is any CustomReflectable)
        else { return space }
        let (end, ranges) = fieldSpace(mirror)
        if end == size { space.ranges = ranges }
        return space
    }

    private static func fieldSpace(_ mirror: Mirror) -> (end: Int, ranges: [Range<Int>]) {
        var ranges: [Range<Int>] = []
        var end = 0
        for child in mirror.children {
            func spaceOfField<Value>(_ value: Value) -> Space { space(of: value) }
            let field = _openExistential(child.value, do: spaceOfField)
            let start = (end + field.alignment - 1) / field.alignment * field.alignment
            ranges += field.ranges.map { ($0.lowerBound + start)..<($0.upperBound + start) }
            end = start + field.size
        }
        return (end, ranges)
    }
}
