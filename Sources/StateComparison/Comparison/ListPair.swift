// SPDX-License-Identifier: MIT

/// Two lists in memory.
///
/// It is safe because each index is checked; who makes it keeps both lists in their place as long
/// as it is used.
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

    /// The distance, in elements, within which the continuation of a list is looked for.
    private static var lookahead: Int { 32 }

    /// The bytes that count in an element; in a short list, for which learning them does not pay,
    /// all.
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
            preconditionFailure("A list of \(list.count) elements was compared at index \(index).")
        }
        return unsafe first + index
    }

    /// Returns whether two elements have the same bytes.
    func areIdentical(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        let oldElement = unsafe UnsafeRawPointer(Self.place(oldIndex, in: old))
        let newElement = unsafe UnsafeRawPointer(Self.place(newIndex, in: new))
        for range in bytes {
            let (from, count) = (range.lowerBound, range.count)
            guard unsafe Bytes.areEqual(oldElement + from, newElement + from, count: count) else { return false }
        }
        return true
    }

    /// Returns whether `==` says that two elements are equal.
    func callThemselvesEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        guard let equality = unsafe equality else { return false }
        return unsafe equality(Self.place(oldIndex, in: old), Self.place(newIndex, in: new))
    }

    /// The number of elements to leave out of one of the lists, so that both go on with identical
    /// ones.
    ///
    /// It looks a fixed number of elements ahead, which keeps the comparison linear.
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

    /// Elements that are in one list only.
    enum Shift {
        case removed(Int)
        case inserted(Int)
    }
}
