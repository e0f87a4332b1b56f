// SPDX-License-Identifier: MIT

/// The waiting entries of each lane, and the lanes that are ready to send one.
///
/// A lane is busy from the moment it is ready until it is released without entries. Entries that were
/// cancelled meanwhile keep their place and are skipped by the caller.
struct OutboxLanes: Sendable {
    private struct Place: Sendable {
        /// The position among all entries.
        let position: Int
        let id: OutboxID
    }

    private struct Lane: Sendable {
        /// The entries that wait for their first attempt, in order.
        var queue = Backlog<Place>()
        /// The entries that are retried, the last one first.
        var retries: [Place] = []
        var isBusy = false

        mutating func popFirst() -> Place? {
            guard let retry = retries.last else { return queue.popFirst() }
            if let first = queue.first, first.position < retry.position { return queue.popFirst() }
            return retries.popLast()
        }

        var isEmpty: Bool { queue.isEmpty && retries.isEmpty }
    }

    private var lanes: [OutboxLane: Lane] = [:]
    private var ready = Backlog<OutboxLane>()

    /// Adds a waiting entry: at the end of its lane, or at its position if it is retried.
    mutating func insert(_ id: OutboxID, _ position: Int, in name: OutboxLane, isRetry: Bool) {
        func insert(in lane: inout Lane) {
            let place = Place(position: position, id: id)
            if isRetry {
                let index = lane.retries.firstIndex { $0.position < position } ?? lane.retries.endIndex
                lane.retries.insert(place, at: index)
            } else {
                lane.queue.append(place)
            }
            guard !lane.isBusy else { return }
            lane.isBusy = true
            ready.append(name)
        }
        insert(in: &lanes[name, default: Lane()])
    }

    /// Removes the next entry of the lane that has been ready for the longest time.
    ///
    /// Returns nil if no lane is ready.
    ///
    /// The lane stays busy. A caller that does not send the entry releases the lane.
    mutating func next() -> (id: OutboxID, lane: OutboxLane)? {
        while let name = ready.popFirst() {
            if let place = lanes[name]?.popFirst() { return (place.id, name) }
            lanes[name] = nil
        }
        return nil
    }

    /// Makes a lane ready for its next entry.
    mutating func release(_ name: OutboxLane) {
        guard lanes[name]?.isBusy ?? false else { return }
        if lanes[name]?.isEmpty ?? true { lanes[name] = nil } else { ready.append(name) }
    }
}
