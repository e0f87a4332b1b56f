// SPDX-License-Identifier: MIT

import RexCore

/// Two lists in memory.
///
/// This is safe because each index is checked. The caller must keep both lists in place while the
/// pair is used.
@safe struct ListPair<Element> {
    private let old: UnsafeBufferPointer<Element>
    private let new: UnsafeBufferPointer<Element>
    private let bytes: [Range<Int>]
    private let equality: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

    init(old: UnsafeBufferPointer<Element>, new: UnsafeBufferPointer<Element>) {
        unsafe self.old = old
        unsafe self.new = new
        bytes = ListPair.bytes(count: old.count)
        unsafe equality = (Element.self as? any Equatable.Type).flatMap { unsafe TypeOperators.equality(of: $0) }
    }

    /// The number of elements to search for the point where a list continues.
    private static var lookahead: Int { 32 }

    /// Returns the byte ranges that are compared: all bytes in a short list, where reading the
    /// field layout costs too much, otherwise the bytes of the fields.
    private static func bytes(count: Int) -> [Range<Int>] {
        guard count > lookahead else { return [0..<MemoryLayout<Element>.size] }
        return FieldLayout(of: Element.self).ranges
    }

    var oldCount: Int { unsafe old.count }
    var newCount: Int { unsafe new.count }

    func oldElement(_ index: Int) -> Element { unsafe Self.place(index, in: old).pointee }
    func newElement(_ index: Int) -> Element { unsafe Self.place(index, in: new).pointee }

    private static func place(_ index: Int, in list: UnsafeBufferPointer<Element>) -> UnsafePointer<Element> {
        guard let first = list.baseAddress, index >= 0, index < list.count else {
            preconditionFailure("Index \(index) is out of bounds of a list with \(list.count) elements.")
        }
        return unsafe first + index
    }

    /// Returns whether two elements have the same bytes.
    func areIdentical(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        let oldElement = unsafe UnsafeRawPointer(Self.place(oldIndex, in: old))
        let newElement = unsafe UnsafeRawPointer(Self.place(newIndex, in: new))
        for range in bytes {
            let (from, count) = (range.lowerBound, range.count)
            guard unsafe haveSameBytes(oldElement + from, newElement + from, count: count) else { return false }
        }
        return true
    }

    /// Returns whether two elements are equal by `==`.
    func areEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        guard let equality = unsafe equality else { return false }
        return unsafe equality(Self.place(oldIndex, in: old), Self.place(newIndex, in: new))
    }

    /// Returns the number of elements to skip in one of the lists so that both continue with
    /// identical elements.
    ///
    /// The search looks at a fixed number of elements, so the comparison stays linear.
    func shift(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> Shift? {
        for count in 1...Self.lookahead {
            let oldIndex = oldRange.lowerBound + count
            let newIndex = newRange.lowerBound + count
            guard oldIndex < oldRange.upperBound || newIndex < newRange.upperBound else { return nil }
            if oldIndex < oldRange.upperBound, areIdentical(oldIndex, newRange.lowerBound) { return .removed(count) }
            if newIndex < newRange.upperBound, areIdentical(oldRange.lowerBound, newIndex) { return .inserted(count) }
        }
        return nil
    }

    /// A number of elements that only one list has.
    enum Shift {
        case removed(Int)
        case inserted(Int)
    }
}
