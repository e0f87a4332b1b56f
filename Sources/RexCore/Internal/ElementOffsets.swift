// SPDX-License-Identifier: MIT

/// Offsets by the hashes of ids, in a hash table with open addressing.
///
/// The common shift of all offsets is stored apart.
@usableFromInline struct ElementOffsets: Sendable {
    @usableFromInline struct Entry: Sendable {
        @usableFromInline var hash: Int
        /// The offset minus the shift, or ``none`` for an empty slot.
        @usableFromInline var position: Int

        @inlinable static var none: Int { .min }
    }

    /// The slots.
    ///
    /// Their number is zero or a power of two; at least a quarter of them is empty.
    @usableFromInline var entries: [Entry] = []
    private(set) var count = 0
    @usableFromInline var shift = 0
    /// The number of elements visited by searches since all offsets were last learned.
    private var walked = 0

    @usableFromInline init() {}

    /// Creates a table that holds `capacity` elements without growing.
    @usableFromInline init(capacity: Int) {
        var size = 64
        while size < 2 * capacity { size *= 2 }
        entries = Array(repeating: Entry(hash: 0, position: Entry.none), count: size)
    }

    /// Returns the offset of the element, assuming that it has shifted like the others.
    @inlinable func offset(of hash: Int) -> Int? {
        guard let slot = slot(of: hash), entries[slot].position != Entry.none else { return nil }
        return entries[slot].position &+ shift
    }

    /// Returns the slot with this hash, or the empty slot for it.
    @inlinable func slot(of hash: Int) -> Int? {
        guard !entries.isEmpty else { return nil }
        let mask = entries.count - 1
        var slot = hash & mask
        while entries[slot].position != Entry.none, entries[slot].hash != hash { slot = (slot + 1) & mask }
        return slot
    }

    /// Inserts an offset unless the hash is known.
    ///
    /// Of elements with the same id, the first one wins.
    @usableFromInline mutating func insert(_ hash: Int, _ offset: Int) {
        guard let slot = slot(of: hash), entries[slot].position == Entry.none else { return }
        entries[slot] = Entry(hash: hash, position: offset &- shift)
        count += 1
    }

    /// Changes the shift so that the element with this hash is at `offset`.
    ///
    /// Returns false if the hash is unknown.
    @usableFromInline mutating func shift(_ hash: Int, to offset: Int) -> Bool {
        guard let old = self.offset(of: hash) else { return false }
        shift &+= offset - old
        return true
    }

    /// Remembers the offset of an element.
    ///
    /// - Parameters:
    ///   - elementCount: The number of elements in the collection.
    ///   - steps: The number of elements that the search has visited.
    /// - Returns: Whether all offsets have to be learned again: once searches have cost about as
    ///   much as that, or once most entries belong to removed elements.
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
