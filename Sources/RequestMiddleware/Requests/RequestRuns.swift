// SPDX-License-Identifier: MIT

/// Runs in the order in which they began, each of which is removed without a walk over the others.
@usableFromInline struct RequestRuns<Key: Sendable>: Sendable {
    /// The runs; nil where one was removed.
    @usableFromInline private(set) var order: [RequestRun<Key>?] = []
    private var places: [RequestRun<Key>: Int] = [:]

    var isEmpty: Bool { places.isEmpty }

    @inlinable var all: some Collection<RequestRun<Key>> & SendableMetatype { order.lazy.compactMap(\.self) }

    mutating func append(_ run: RequestRun<Key>) {
        places[run] = order.count
        order.append(run)
    }

    /// Removes a run; nothing happens if it is not there.
    mutating func remove(_ run: RequestRun<Key>) {
        guard let place = places.removeValue(forKey: run) else { return }
        order[place] = nil
        if places.isEmpty { order = [] }
        // At most twice as long as there are runs, for a constant cost per run.
        guard order.count > 2 * places.count + 16 else { return }
        order = order.filter { $0 != nil }
        for case let (place, run?) in order.enumerated() { places[run] = place }
    }
}
