// SPDX-License-Identifier: MIT

/// Offsets by the hashes of ids: open addressing, with what all offsets have shifted by kept apart.
@usableFromInline struct ElementOffsets: Sendable {
    @usableFromInline struct Entry: Sendable {
        @usableFromInline var hash: Int
        /// The offset before the shift; ``none`` where there is no entry.
        @usableFromInline var position: Int

        @inlinable static var none: Int { .min }
    }

    /// A power of two, or empty; at least a quarter has no entry.
    @usableFromInline var entries: [Entry] = []
    private(set) var count = 0
    @usableFromInline var shift = 0
    /// The count of elements that were walked over since all places were learnt.
    private var walked = 0

    @usableFromInline init() {}

    /// Makes room for as many elements without having to grow.
    @usableFromInline init(capacity: Int) {
        var size = 64
        while size < 2 * capacity { size *= 2 }
        entries = Array(repeating: Entry(hash: 0, position: Entry.none), count: size)
    }

    /// Returns the offset of the element, if it has shifted like the others.
    @inlinable func offset(of hash: Int) -> Int? {
        guard let slot = slot(of: hash), entries[slot].position != Entry.none else { return nil }
        return entries[slot].position &+ shift
    }

    /// The slot that has this hash, or the one where it belongs.
    @inlinable func slot(of hash: Int) -> Int? {
        guard !entries.isEmpty else { return nil }
        let mask = entries.count - 1
        var slot = hash & mask
        while entries[slot].position != Entry.none, entries[slot].hash != hash { slot = (slot + 1) & mask }
        return slot
    }

    /// Puts in what is not there yet, so that of elements with the same id the first counts.
    @usableFromInline mutating func insert(_ hash: Int, _ offset: Int) {
        guard let slot = slot(of: hash), entries[slot].position == Entry.none else { return }
        entries[slot] = Entry(hash: hash, position: offset &- shift)
        count += 1
    }

    /// Shifts everything, so that the element with this hash is at `offset`; false if it is not
    /// known.
    @usableFromInline mutating func shift(_ hash: Int, to offset: Int) -> Bool {
        guard let old = self.offset(of: hash) else { return false }
        shift &+= offset - old
        return true
    }

    /// Remembers one element.
    ///
    /// - Parameters:
    ///   - elementCount: how many elements there are.
    ///   - steps: over how many elements the collection was walked to find it.
    /// - Returns: whether all places are to be learnt anew: once walks have cost about as much as
    ///   that does, and once most entries are of elements that are gone.
    @usableFromInline mutating func remember(
        _ hash: Int,
        at offset: Int,
        of elementCount: Int,
        afterWalking steps: Int
    ) -> Bool {
        walked += steps
        guard walked <= 64 * elementCount, count <= 2 * elementCount else { return true }
        if 4 * (count + 1) > 3 * entries.count { grow() }
        if let slot = slot(of: hash), entries[slot].position != Entry.none {
            entries[slot].position = offset &- shift
        } else {
            insert(hash, offset)
        }
        return false
    }

    private mutating func grow() {
        let old = entries
        entries = ElementOffsets(capacity: max(32, entries.count)).entries
        count = 0
        for entry in old where entry.position != Entry.none { insert(entry.hash, entry.position &+ shift) }
    }
}
