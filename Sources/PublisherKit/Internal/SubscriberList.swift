// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The subscribers of a subject, in order of arrival.
struct SubscriberList<Output, Failure: Error> {
    /// The entries in order of their ids.
    ///
    /// The subscription of a removed subscriber is nil.
    private(set) var entries: [(id: Int, subscription: DownstreamSubscription<Output, Failure>?)] = []
    private var count = 0
    private var lastID = 0

    var subscriptions: [DownstreamSubscription<Output, Failure>] { entries.compactMap(\.subscription) }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a subscriber.
    ///
    /// Subscribers with lower ids may be added later.
    mutating func add(_ subscription: DownstreamSubscription<Output, Failure>, id: Int) {
        entries.insert((id, subscription), at: index(of: id))
        count += 1
    }

    /// Removes a subscriber and returns it, to be released outside of the lock.
    ///
    /// - Complexity: O(log *n*) in the number of entries, on average.
    mutating func remove(id: Int) -> DownstreamSubscription<Output, Failure>? {
        let index = index(of: id)
        guard index < entries.count, entries[index].id == id, let subscription = entries[index].subscription.take()
        else {
            return nil
        }
        count -= 1
        if count < entries.count / 2 { entries.removeAll { $0.subscription == nil } }
        return subscription
    }

    mutating func removeAll() -> [DownstreamSubscription<Output, Failure>] {
        defer {
            entries = []
            count = 0
        }
        return subscriptions
    }

    private func index(of id: Int) -> Int {
        var range = 0..<entries.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if entries[middle].id < id {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
#endif
