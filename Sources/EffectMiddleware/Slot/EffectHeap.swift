// SPDX-License-Identifier: MIT

/// Slots by a moment, the earliest on top; each knows where it is, so that it can be moved and taken out.
struct EffectHeap {
    private struct Entry {
        let slot: EffectSlot
        var moment: Duration
        /// Of one moment the one that came first is first.
        let order: Int
    }

    private var entries: [Entry] = []
    private var lastOrder = 0
    /// Whether it is that of the spans, and not of what is due.
    private let hasSpans: Bool

    init(ofSpans hasSpans: Bool) {
        self.hasSpans = hasSpans
    }

    private func position(of slot: EffectSlot) -> Int? { hasSpans ? slot.spanIndex : slot.dueIndex }

    private func note(_ position: Int?, of slot: EffectSlot) {
        if hasSpans { slot.spanIndex = position } else { slot.dueIndex = position }
    }

    var first: EffectSlot? { entries.first?.slot }
    var firstMoment: Duration? { entries.isEmpty ? nil : entries[0].moment }

    /// Puts a slot where it belongs, or takes it out if there is no moment.
    mutating func set(_ slot: EffectSlot, at moment: Duration?) {
        guard let position = position(of: slot) else {
            guard let moment else { return }
            lastOrder += 1
            entries.append(Entry(slot: slot, moment: moment, order: lastOrder))
            return rise(entries.count - 1)
        }
        guard let moment else { return remove(slot, at: position) }
        guard entries[position].moment != moment else { return }
        let isLater = moment > entries[position].moment
        entries[position].moment = moment
        if isLater { sink(position) } else { rise(position) }
    }

    private mutating func remove(_ slot: EffectSlot, at position: Int) {
        note(nil, of: slot)
        let last = entries.removeLast()
        guard last.slot !== slot else { return }
        entries[position] = last
        rise(position)
        sink(self.position(of: last.slot) ?? position)
    }

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        (left.moment, left.order) < (right.moment, right.order)
    }

    private mutating func rise(_ start: Int) {
        guard start > 0, isBefore(entries[start], entries[(start - 1) / 2]) else {
            return note(start, of: entries[start].slot)
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
        note(position, of: entry.slot)
    }
}

@available(*, unavailable)
extension EffectHeap: Sendable {}
