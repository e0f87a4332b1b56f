// SPDX-License-Identifier: MIT

/// Remembers where the elements of a collection were found by their ids, so that it is seldom walked.
///
/// What is remembered is a guess: it is checked against the collection each time, so the answer is right whatever
/// happened to the collection since. If the guess is wrong, the element is looked for from there outwards, since
/// insertions and removals shift elements by a little. Once such walks have cost more than learning all places anew
/// does, all places are learnt anew.
@usableFromInline package final class ElementTable<ID: Hashable>: Sendable {
    @usableFromInline struct Places {
        @usableFromInline var offsets: [ID: Int] = [:]
        /// How many elements were looked at in walks since all places were learnt.
        var walked = 0
    }

    /// Up to this size a walk is as quick as a look into the table.
    @inlinable static var small: Int { 16 }

    @usableFromInline let places = Lock(Places())

    @usableFromInline package init() {}

    /// The index of the element with this id, or nil; of elements with the same id it is any.
    ///
    /// - Complexity: O(1) on average in a collection with random access whose elements seldom move; O(*n*) in others, and
    ///   for an id that is not there.
    @inlinable package func index<Elements: Collection>(
        of id: ID,
        in elements: Elements,
        by identifier: (Elements.Element) -> ID
    ) -> Elements.Index? {
        let count = elements.count
        guard count > Self.small else { return elements.firstIndex { identifier($0) == id } }
        let guess = places.withLock { $0.offsets[id] } ?? 0
        if guess < count {
            let index = elements.index(elements.startIndex, offsetBy: guess)
            if identifier(elements[index]) == id { return index }
        }
        guard elements is any RandomAccessCollection else { return elements.firstIndex { identifier($0) == id } }
        return walk(from: min(guess, count), to: id, in: elements, by: identifier)
    }

    @usableFromInline func walk<Elements: Collection>(
        from start: Int,
        to id: ID,
        in elements: Elements,
        by identifier: (Elements.Element) -> ID
    ) -> Elements.Index? {
        let count = elements.count
        for distance in 0..<max(count - start, start) {
            for offset in [start + distance, start - distance - 1] where offset >= 0 && offset < count {
                let index = elements.index(elements.startIndex, offsetBy: offset)
                guard identifier(elements[index]) == id else { continue }
                remember(id, at: offset, after: 2 * distance, in: elements, by: identifier)
                return index
            }
        }
        return nil
    }

    private func remember<Elements: Collection>(
        _ id: ID,
        at offset: Int,
        after steps: Int,
        in elements: Elements,
        by identifier: (Elements.Element) -> ID
    ) {
        let isDear = places.withLock { places in
            places.offsets[id] = offset
            places.walked += steps
            return places.walked > 4 * elements.count
        }
        guard isDear else { return }
        let offsets = Dictionary(
            elements.enumerated().map { (identifier($1), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        places.withLock { $0 = Places(offsets: offsets) }
    }
}

@available(*, unavailable)
extension ElementTable.Places: Sendable {}
