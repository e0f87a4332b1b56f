// SPDX-License-Identifier: MIT

public import TextSearch

/// A search, from its beginning to its end.
public struct Search: Hashable, Sendable {
    /// The number of the search.
    ///
    /// Repeated searches of the same text differ by it.
    public var number: Int
    /// The query of the search.
    public var query: SearchQuery
}

/// One of several parallel searchers.
///
/// Each has at most one open file.
public struct Lane: Hashable, Sendable {
    /// The search of this lane.
    public var search: Search
    /// The index of the lane, from 0.
    public var number: Int
    /// The number of batches so far.
    public var step = 0
}

/// The hits of a search, and its progress.
public struct ResultsState: Hashable, Sendable {
    /// The text of the search.
    ///
    /// It may contain no word.
    public private(set) var text = ""
    /// The newest search.
    public private(set) var search: Search?
    /// The running lanes.
    public private(set) var lanes: [Lane] = []
    /// The number of missing files that are retried.
    public private(set) var missing = 0
    /// The first hits by path and line, of those found so far.
    public private(set) var hits: [Hit] = []
    /// The counts of all files so far.
    public private(set) var counts = SearchCounts()
    /// The number of files.
    public private(set) var total = 0
    /// Whether `total` counts all files.
    public private(set) var isCounted = false
    /// The reason why there is no search, or nil.
    public private(set) var failure: String?
    /// The hit that the user has moved to.
    ///
    /// Without it, the first hit is selected.
    private var goal: Hit?
    private var searches = 0
    private let laneCount: Int
    private let limit: Int

    /// Makes the state before the first search.
    ///
    /// - Parameters:
    ///   - lanes: The number of files that are read at the same time.
    ///   - limit: The most hits that are kept.
    public init(lanes: Int, limit: Int = 1_000) {
        (laneCount, self.limit) = (lanes, limit)
    }

    /// Whether more hits may come.
    public var isSearching: Bool { !lanes.isEmpty || missing > 0 }

    /// The index of the selected hit, or nil without hits.
    public var selection: Int? {
        guard !hits.isEmpty else { return nil }
        return goal.map { min(Self.place(of: $0, in: hits), hits.count - 1) } ?? 0
    }

    /// The selected hit.
    public var selected: Hit? { selection.map { hits[$0] } }

    mutating func start(_ text: String) {
        self.text = text
        (hits, counts, goal, missing, failure) = ([], SearchCounts(), nil, 0, nil)
        searches += 1
        search = SearchQuery(text).map { Search(number: searches, query: $0) }
        lanes = search.map { search in (0..<laneCount).map { Lane(search: search, number: $0) } } ?? []
    }

    mutating func stop(_ failure: String? = nil) {
        (lanes, missing, self.failure) = ([], 0, failure)
    }

    // Hits of an earlier search may still have been queued.

    mutating func add(_ batch: SearchBatch, by lane: Lane) {
        guard let index = lanes.firstIndex(of: lane) else { return }
        add(batch)
        if batch.isLast { lanes.remove(at: index) } else { lanes[index].step += 1 }
    }

    mutating func miss(in search: Search) {
        if search == self.search { missing += 1 }
    }

    mutating func add(_ batch: SearchBatch, in search: Search) {
        guard search == self.search, missing > 0 else { return }
        missing -= 1
        add(batch)
    }

    mutating func lose(in search: Search) {
        guard search == self.search, missing > 0 else { return }
        missing -= 1
        counts.vanished += 1
    }

    mutating func list(_ count: Int, isAll: Bool) { (total, isCounted) = (count, isAll) }

    mutating func select(_ movement: Movement) {
        guard let selection else { return }
        let index =
            switch movement {
            case .by(let distance): min(max(0, selection + distance), hits.count - 1)
            case .first: 0
            case .last: hits.count - 1
            }
        goal = hits[index]
    }

    /// Adds the sorted hits of a batch.
    ///
    /// The order of batches does not matter.
    private mutating func add(_ batch: SearchBatch) {
        counts += batch.counts
        let new = batch.hits.prefix(limit)
        guard let first = new.first, hits.count < limit || hits.last.map({ first < $0 }) == true else { return }
        var (merged, left, right) = ([Hit](), hits[...], new)
        merged.reserveCapacity(min(limit, left.count + right.count))
        while merged.count < limit, let next = right.first {
            if let old = left.first, old < next {
                merged.append(old)
                left.removeFirst()
            } else {
                merged.append(next)
                right.removeFirst()
            }
        }
        hits = merged + left.prefix(limit - merged.count)
    }

    private static func place(of hit: Hit, in hits: [Hit]) -> Int {
        var (low, high) = (0, hits.count)
        while low < high {
            let middle = (low + high) / 2
            if hits[middle] < hit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
