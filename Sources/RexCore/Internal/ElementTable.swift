// SPDX-License-Identifier: MIT

/// The offset of the element that the check of a store has found last.
///
/// It is unchecked Sendable because each store has its own, and processes one action at a time.
@usableFromInline final class LastOffset: @unchecked Sendable {
    @usableFromInline let value = Cell(0)

    @usableFromInline init() {}
}

/// Remembers the indices of a collection's elements by their ids, to avoid searches.
///
/// A remembered index is only a guess, which is checked against the collection each time. So the
/// result is right even if the collection has changed. Only hashes of ids are stored.
@usableFromInline final class ElementTable: Sendable {
    @usableFromInline let offsets = Lock(ElementOffsets())

    /// Up to this count, a linear search is as fast as the table.
    @inlinable static var small: Int { 16 }
    /// The distance from a wrong guess to search before the whole collection is searched.
    @inlinable static var reach: Int { 16 }

    @usableFromInline init() {}

    /// Returns the index of an element with this id, or nil.
    ///
    /// If several have it, returns any of them.
    ///
    /// - Complexity: Amortised O(1) in a collection with random access, also if elements are added,
    ///   removed or shifted at its ends. O(*n*) if no element has the id, if the element was moved,
    ///   and in other collections.
    @_alwaysEmitIntoClient func index<Elements: Collection>(
        of id: Elements.Element.ID,
        in elements: Elements
    ) -> Elements.Index? where Elements.Element: Identifiable {
        let count = elements.count
        guard count > Self.small else {
            if count == 0 { offsets.withLock { $0 = ElementOffsets() } }
            return elements.firstIndex { $0.id == id }
        }
        let hash = id.hashValue
        let guess = offsets.withLock { $0.offset(of: hash) }
        if let guess, 0..<count ~= guess {
            let index = elements.index(elements.startIndex, offsetBy: guess)
            if elements[index].id == id { return index }
        }
        guard elements is any RandomAccessCollection else {
            return elements.firstIndex { $0.id == id }
        }
        return search(for: id, hash, guess, in: elements)
    }

    /// Returns the same, and looks first where the last element was found.
    ///
    /// The same element is often wanted again. This finds it without a lock and without a hash.
    ///
    /// - Parameter last: The offset of the last element.
    @_alwaysEmitIntoClient func index<Elements: Collection>(
        of id: Elements.Element.ID,
        in elements: Elements,
        after last: LastOffset
    ) -> Elements.Index? where Elements.Element: Identifiable {
        guard elements is any RandomAccessCollection else { return index(of: id, in: elements) }
        if last.value.value < elements.count {
            let index = elements.index(elements.startIndex, offsetBy: last.value.value)
            if elements[index].id == id { return index }
        }
        let found = index(of: id, in: elements)
        if let found { last.value.value = elements.distance(from: elements.startIndex, to: found) }
        return found
    }

    /// Checks where added and shifted elements are expected, then searches the whole collection.
    @_alwaysEmitIntoClient @inline(never)
    func search<Elements: Collection>(
        for wanted: Elements.Element.ID,
        _ hash: Int,
        _ guess: Int?,
        in elements: Elements
    ) -> Elements.Index? where Elements.Element: Identifiable {
        let count = elements.count
        func id(at offset: Int) -> Elements.Element.ID {
            elements[elements.index(elements.startIndex, offsetBy: offset)].id
        }
        func isFound(at offset: Int) -> Bool { 0..<count ~= offset && id(at: offset) == wanted }
        /// Assumes that all elements have shifted like the one at `offset`. Returns false if that
        /// one is unknown.
        func shift(like offset: Int) -> Bool {
            let hash = id(at: offset).hashValue
            return offsets.withLock { $0.shift(hash, to: offset) }
        }
        func found(at offset: Int, afterWalking steps: Int = 0) -> Elements.Index {
            if offsets.withLock({ $0.remember(hash, at: offset, of: count, afterWalking: steps) }) {
                var new = ElementOffsets(capacity: count)
                for (offset, element) in elements.enumerated() {
                    new.insert(element.id.hashValue, offset)
                }
                offsets.withLock { $0 = new }
            }
            return elements.index(elements.startIndex, offsetBy: offset)
        }
        /// Returns the index of the element if all have shifted like the one at `edge`.
        func shiftedIndex(like edge: Int) -> Elements.Index? {
            guard shift(like: edge), let guess = offsets.withLock({ $0.offset(of: hash) }), isFound(at: guess) else {
                return nil
            }
            return elements.index(elements.startIndex, offsetBy: guess)
        }
        /// Learns the new elements from `edge` to the first known one nearby.
        func foundNew(at edge: Int, inwards step: Int) -> Elements.Index {
            guard let known = (1...Self.reach).first(where: { shift(like: edge + $0 * step) }) else {
                return found(at: edge)
            }
            for offset in stride(from: edge + (known - 1) * step, to: edge, by: -step) {
                let hash = id(at: offset).hashValue
                _ = offsets.withLock { $0.remember(hash, at: offset, of: count, afterWalking: 0) }
            }
            return found(at: edge)
        }
        if guess != nil, let index = shiftedIndex(like: 0) ?? shiftedIndex(like: count - 1) { return index }
        if isFound(at: count - 1) { return foundNew(at: count - 1, inwards: -1) }
        if isFound(at: 0) { return foundNew(at: 0, inwards: 1) }
        if let guess {
            for distance in 1...Self.reach {
                if isFound(at: guess - distance) { return found(at: guess - distance) }
                if isFound(at: guess + distance) { return found(at: guess + distance) }
            }
        }
        guard let index = elements.firstIndex(where: { $0.id == wanted }) else { return nil }
        let offset = elements.distance(from: elements.startIndex, to: index)
        return found(at: offset, afterWalking: offset)
    }
}
