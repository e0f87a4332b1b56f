// SPDX-License-Identifier: MIT

import RequestMiddleware

/// A server's answer for a key: the number of its changes at the time of the request, and its edits.
struct Answer: Hashable, Codable, Sendable {
    var version: Int
    var tags: [String: Int]
    var edits: Set<Int>
}

/// The time spans of a cache.
///
/// Nil means never.
struct CacheTimes: Sendable {
    var staleAfter: Duration?
    var keptFor: Duration?
    var polling: Duration?
}

/// A simple model of a cache: it searches by looking at
/// everything, and stores start times.
struct CacheModel: Sendable {
    enum Phase: Hashable, Sendable {
        case idle, done
        case running(attempt: Int)
        case failed(String)
    }

    struct Entry: Sendable {
        var phase = Phase.idle
        /// The output without edits.
        var base: Answer?
        var edits: [Int] = []
        var isNeeded = false
        var isStale = false
        var tags: Set<String> = []
        /// The invalidations since the start of the run: of the key, and of tags.
        var isInvalidated = false
        var invalidatedTags: Set<String> = []
        /// Whether an edit was confirmed since the start of the run.
        var isOutdated = false
        /// The pending edits that the last answer may or may not contain, and whether such
        /// an edit was confirmed.
        var overlapped: Set<Int> = []
        var isUncertain = false
        var freshSince: Duration?
        var restingSince: Duration?
        var unneededSince: Duration?
        /// The time when the last edit ended.
        ///
        /// The entry is kept until then.
        var editsEnded = Duration.zero

        var isRunning: Bool { if case .running = phase { true } else { false } }

        var shown: Answer? {
            var answer = base
            answer?.edits.formUnion(edits)
            return answer
        }

        mutating func run() {
            phase = .running(attempt: 1)
            (isInvalidated, invalidatedTags, isOutdated) = (false, [], false)
            restingSince = nil
        }
    }

    var entries: [Int: Entry] = [:]
    var needed: [Int] = []
    let times: CacheTimes

    init(_ times: CacheTimes) {
        self.times = times
    }

    /// Changes an entry.
    ///
    /// An empty entry is dropped, and an unneeded one is not requested.
    private mutating func change(_ key: Int, _ change: (inout Entry) -> Void) {
        guard var entry = entries[key] else { return }
        change(&entry)
        if entry.isRunning, !entry.isNeeded { (entry.phase, entry.isStale) = (.idle, true) }
        if entry.isStale { entry.freshSince = nil }
        let isLeft = entry.isNeeded || entry.base != nil || !entry.edits.isEmpty
        entries[key] = isLeft ? entry : nil
    }

    mutating func need(_ keys: [Int], at now: Duration) {
        for key in entries.keys where !keys.contains(key) {
            change(key) { entry in
                guard entry.isNeeded else { return }
                (entry.isNeeded, entry.restingSince, entry.unneededSince) = (false, nil, now)
            }
        }
        needed = keys.enumerated().filter { keys.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        for key in keys {
            var entry = entries[key] ?? Entry()
            let isNew = !entry.isNeeded
            (entry.isNeeded, entry.unneededSince) = (true, nil)
            switch entry.phase {
            case .done where entry.isStale: entry.run()
            case .done where isNew: entry.restingSince = now
            case .idle, .failed: if isNew { entry.run() }
            case .done, .running: break
            }
            entries[key] = entry
        }
    }

    mutating func retry(_ key: Int) {
        change(key) { entry in
            if case .failed = entry.phase, entry.isNeeded { entry.run() }
        }
    }

    mutating func invalidate(_ keys: some Sequence<Int>) {
        for key in Set(keys) {
            change(key) { entry in
                entry.isStale = true
                if entry.isRunning { entry.isInvalidated = true } else if entry.isNeeded { entry.run() }
            }
        }
    }

    mutating func invalidate(tag: String) {
        for key in entries.keys where entries[key]?.isRunning ?? false { entries[key]?.invalidatedTags.insert(tag) }
        invalidate(entries.keys.filter { entries[$0]?.tags.contains(tag) ?? false })
    }

    // MARK: Answers

    mutating func answer(_ key: Int, _ answer: Answer, at now: Duration) {
        change(key) { entry in
            guard entry.isRunning else { return }
            entry.tags = Set(answer.tags.keys)
            if entry.isOutdated { return entry.run() }
            (entry.phase, entry.base) = (.done, answer)
            entry.isStale = entry.isInvalidated || !entry.tags.isDisjoint(with: entry.invalidatedTags)
            (entry.overlapped, entry.isUncertain) = (Set(entry.edits), false)
            if entry.isStale { entry.run() } else { (entry.freshSince, entry.restingSince) = (now, now) }
        }
    }

    mutating func fail(_ key: Int, _ failure: String, at now: Duration) {
        change(key) { entry in
            guard entry.isRunning else { return }
            (entry.phase, entry.isStale, entry.restingSince) = (.failed(failure), entry.base != nil, now)
        }
    }

    mutating func attempt(_ key: Int, _ attempt: Int) {
        change(key) { if $0.isRunning { $0.phase = .running(attempt: attempt) } }
    }

    // MARK: Edits

    mutating func edit(_ key: Int, _ edit: Int, at now: Duration) {
        if entries[key] == nil {
            entries[key] = Entry()
            entries[key]?.unneededSince = now
        }
        change(key) { $0.edits.append(edit) }
    }

    mutating func end(_ key: Int, _ edit: Int, isConfirmed: Bool, at now: Duration) {
        change(key) { entry in
            guard let index = entry.edits.firstIndex(of: edit) else { return }
            entry.edits.remove(at: index)
            if isConfirmed {
                entry.base?.edits.insert(edit)
                entry.isOutdated = entry.isOutdated || entry.isRunning
                entry.isUncertain = entry.isUncertain || entry.overlapped.contains(edit)
            }
            guard entry.edits.isEmpty else { return }
            entry.editsEnded = now
            let isUncertain = entry.isUncertain
            entry.isUncertain = false
            if isUncertain, !entry.isRunning, entry.phase != .idle { entry.run() }
        }
    }

    // MARK: Stored states

    mutating func restart(at now: Duration) {
        needed = []
        for (key, entry) in entries {
            entries[key] = entry.base.map { base in
                var kept = Entry()
                (kept.phase, kept.base, kept.isStale, kept.tags) = (.done, base, true, entry.tags)
                kept.unneededSince = now
                return kept
            }
        }
    }
}
