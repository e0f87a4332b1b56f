// SPDX-License-Identifier: MIT

/// The entries of each lane that wait, and the lanes that could send one.
///
/// A lane is busy from when it is ready until it is released and has none. What was cancelled
/// meanwhile is left in its place.
struct OutboxLanes: Sendable {
    private struct Place: Sendable {
        /// The position among all entries.
        let number: Int
        let id: OutboxID
    }

    private struct Lane: Sendable {
        /// Those that wait for the first time, in their order.
        var queue = Backlog<Place>()
        /// Those that wait once more, the last one first.
        var again: [Place] = []
        var isBusy = false

        mutating func popFirst() -> Place? {
            guard let again = again.last else { return queue.popFirst() }
            if let first = queue.first, first.number < again.number { return queue.popFirst() }
            return self.again.popLast()
        }

        var isEmpty: Bool { queue.isEmpty && again.isEmpty }
    }

    private var lanes: [OutboxLane: Lane] = [:]
    private var ready = Backlog<OutboxLane>()

    /// Adds an entry that waits; one that does so once more is put where it belongs.
    mutating func insert(_ id: OutboxID, _ number: Int, in name: OutboxLane, again isAgain: Bool) {
        func insert(in lane: inout Lane) {
            let place = Place(number: number, id: id)
            if isAgain {
                let index = lane.again.firstIndex { $0.number < number } ?? lane.again.endIndex
                lane.again.insert(place, at: index)
            } else {
                lane.queue.append(place)
            }
            guard !lane.isBusy else { return }
            lane.isBusy = true
            ready.append(name)
        }
        insert(in: &lanes[name, default: Lane()])
    }

    /// Removes the next entry of the lane that has been ready for longest, which stays busy; nil if
    /// none is ready.
    ///
    /// Whoever gets one that does not wait any more releases the lane.
    mutating func next() -> (id: OutboxID, lane: OutboxLane)? {
        while let name = ready.popFirst() {
            if let place = lanes[name]?.popFirst() { return (place.id, name) }
            lanes[name] = nil
        }
        return nil
    }

    /// Lets a lane send its next one.
    mutating func release(_ name: OutboxLane) {
        guard lanes[name]?.isBusy ?? false else { return }
        if lanes[name]?.isEmpty ?? true { lanes[name] = nil } else { ready.append(name) }
    }
}
