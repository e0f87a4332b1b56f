// SPDX-License-Identifier: MIT

public import TextSearch

/// One search from its beginning to its end.
public struct Search: Hashable, Sendable {
    /// Tells it from an earlier search for the same.
    public var number: Int
    /// The query of the search.
    public var query: SearchQuery
}

/// One of those who search at the same time, each of which has one file open at most.
public struct Lane: Hashable, Sendable {
    /// The search of this lane.
    public var search: Search
    /// Which one it is, counted from 0.
    public var number: Int
    /// The number of batches that it has found before.
    public var step = 0
}

/// The hits of a search, and its progress.
public struct ResultsState: Hashable, Sendable {
    /// The text that is searched for; it may have no word.
    public private(set) var text = ""
    /// The newest search.
    public private(set) var search: Search?
    /// The lanes that search now: one that is in here runs, one that is not does not.
    public private(set) var lanes: [Lane] = []
    /// The number of files that were gone and are looked for again.
    public private(set) var missing = 0
    /// The first lines by path and number, of those that have been found so far.
    public private(set) var hits: [Hit] = []
    /// The counts of everything that was looked at.
    public private(set) var counts = SearchCounts()
    /// The number of files.
    public private(set) var total = 0
    /// True if `total` counts all files.
    public private(set) var isCounted = false
    /// Why there is no search, if there is none.
    public private(set) var failure: String?
    /// The hit that someone has gone to; without it the first one is selected.
    private var goal: Hit?
    private var searches = 0
    private let laneCount: Int
    private let limit: Int

    /// Nothing searched yet.
    ///
    /// - Parameters:
    ///   - lanes: How many files are read at once.
    ///   - limit: How many hits are kept.
    public init(lanes: Int, limit: Int = 1_000) {
        (laneCount, self.limit) = (lanes, limit)
    }

    /// True if there may be more hits.
    public var isSearching: Bool { !lanes.isEmpty || missing > 0 }

    /// The index of the selected hit; nil if there is none.
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

    // What was found in an earlier search may still have waited to be processed.

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

    /// Adds what a batch has, which is in order; the order of batches makes no difference.
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
