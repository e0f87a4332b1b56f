// SPDX-License-Identifier: MIT

/// Two lists in memory.
struct ListPair<Element> {
    let old: UnsafeBufferPointer<Element>
    let new: UnsafeBufferPointer<Element>
    private let bytes: [Range<Int>]
    private let equality: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

    init(old: UnsafeBufferPointer<Element>, new: UnsafeBufferPointer<Element>) {
        self.old = old
        self.new = new
        bytes = ListPair.bytes(of: old)
        equality = (Element.self as? any Equatable.Type).flatMap { Operators.equality(of: $0) }
    }

    /// How far ahead the continuation of a list is looked for, in elements.
    private static var lookahead: Int { 32 }

    /// The bytes that count in an element; in a short list, for which learning them does not pay, all.
    private static func bytes(of list: UnsafeBufferPointer<Element>) -> [Range<Int>] {
        guard list.count > lookahead else { return [0..<MemoryLayout<Element>.size] }
        return FieldLayout(of: Element.self).ranges
    }

    /// Whether two elements have the same bytes.
    func areIdentical(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        guard let old = old.baseAddress, let new = new.baseAddress else { return false }
        let oldElement = UnsafeRawPointer(old + oldIndex)
        let newElement = UnsafeRawPointer(new + newIndex)
        for range in bytes {
            let (from, count) = (range.lowerBound, range.count)
            guard Bytes.areEqual(oldElement + from, newElement + from, count: count) else { return false }
        }
        return true
    }

    /// Whether `==` says that two elements are equal.
    func callThemselvesEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        guard let equality, let old = old.baseAddress, let new = new.baseAddress else { return false }
        return equality(old + oldIndex, new + newIndex)
    }

    /// How many elements to leave out of one of the lists, so that both go on with identical ones.
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
