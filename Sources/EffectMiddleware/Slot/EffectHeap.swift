// SPDX-License-Identifier: MIT

/// A heap of slots by deadline, earliest first.
///
/// Each slot stores its index, so that it can be moved and removed.
struct EffectHeap {
    private struct Entry {
        let slot: EffectSlot
        var deadline: Duration
        /// The order of slots with equal deadlines.
        let order: Int
    }

    private var entries: [Entry] = []
    private var lastOrder = 0
    /// Whether this is the heap of throttle intervals, instead of the heap of deadlines.
    private let isOfSpans: Bool

    init(ofSpans isOfSpans: Bool) {
        self.isOfSpans = isOfSpans
    }

    private func position(of slot: EffectSlot) -> Int? { isOfSpans ? slot.spanIndex : slot.deadlineIndex }

    private func setIndex(_ position: Int?, of slot: EffectSlot) {
        if isOfSpans { slot.spanIndex = position } else { slot.deadlineIndex = position }
    }

    var first: EffectSlot? { entries.first?.slot }
    var firstDeadline: Duration? { entries.isEmpty ? nil : entries[0].deadline }

    /// Inserts or moves a slot, or removes it if the deadline is nil.
    mutating func set(_ slot: EffectSlot, at deadline: Duration?) {
        guard let position = position(of: slot) else {
            guard let deadline else { return }
            lastOrder += 1
            entries.append(Entry(slot: slot, deadline: deadline, order: lastOrder))
            return rise(entries.count - 1)
        }
        guard let deadline else { return remove(slot, at: position) }
        guard entries[position].deadline != deadline else { return }
        let isLater = deadline > entries[position].deadline
        entries[position].deadline = deadline
        if isLater { sink(position) } else { rise(position) }
    }

    private mutating func remove(_ slot: EffectSlot, at position: Int) {
        setIndex(nil, of: slot)
        let last = entries.removeLast()
        guard last.slot !== slot else { return }
        entries[position] = last
        rise(position)
        sink(self.position(of: last.slot) ?? position)
    }

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        (left.deadline, left.order) < (right.deadline, right.order)
    }

    private mutating func rise(_ start: Int) {
        guard start > 0, isBefore(entries[start], entries[(start - 1) / 2]) else {
            return setIndex(start, of: entries[start].slot)
        }
        var position = start
        let entry = entries[start]
        while position > 0, isBefore(entry, entries[(position - 1) / 2]) {
            put(entries[(position - 1) / 2], at: position)
            position = (position - 1) / 2
        }
        put(entry, at: position)
    }

    private mutating func sink(_ start: Int) {
        guard 2 * start + 1 < entries.count else { return }
        var position = start
        let entry = entries[start]
        while true {
            var child = 2 * position + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, isBefore(entries[child + 1], entries[child]) { child += 1 }
            guard isBefore(entries[child], entry) else { break }
            put(entries[child], at: position)
            position = child
        }
        put(entry, at: position)
    }

    private mutating func put(_ entry: Entry, at position: Int) {
        entries[position] = entry
        setIndex(position, of: entry.slot)
    }
}

@available(*, unavailable)
extension EffectHeap: Sendable {}
