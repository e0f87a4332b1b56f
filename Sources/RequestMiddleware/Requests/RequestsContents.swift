// SPDX-License-Identifier: MIT

import RexCore

/// The contents of ``Requests``, with the consequences of each change.
@usableFromInline struct RequestsContents<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    private(set) var entries: [Key: RequestsEntry<Key, Output>] = [:]
    /// The needed keys, in the order of the last call of `need`.
    @usableFromInline private(set) var needed: [Key] = []
    /// The last changes, oldest first.
    @usableFromInline private(set) var changes: [RequestsChange<Key>] = []
    private var runCount = 0
    @usableFromInline private(set) var staleAndNeeded: Set<Key> = []
    private(set) var keysByTag: [RequestTag: Set<Key>] = [:]
    /// The invalidations since the start of the oldest running run.
    private var invalidations: [RequestTag: Int] = [:]
    private var invalidationCount = 0
    /// The number of the next change of any key.
    ///
    /// Numbers are not used again, even after a key was dropped.
    var editCount = 0
    /// The keys that are not needed.
    @usableFromInline private(set) var unneeded = AgingKeys<Key>(.unneeded)
    /// The keys with fresh answers.
    @usableFromInline private(set) var fresh = AgingKeys<Key>(.fresh)
    /// The needed keys that are not running.
    @usableFromInline private(set) var resting = AgingKeys<Key>(.resting)

    @usableFromInline init() {
        #if DEBUG
        UnhandledRuns.collect
        #endif
    }

    // MARK: Demand

    /// Returns whether `need` would change something.
    @inlinable func isToChange(for keys: some Collection<Key>) -> Bool {
        !staleAndNeeded.isEmpty || !keys.elementsEqual(needed)
    }

    @inlinable mutating func need(_ keys: some Collection<Key>) {
        if !keys.elementsEqual(needed) { replaceNeeded(by: Array(keys)) }
        for key in staleAndNeeded.isEmpty ? [] : needed where staleAndNeeded.contains(key) { ask(key) }
    }

    @usableFromInline mutating func replaceNeeded(by keys: [Key]) {
        let now = Set(keys)
        let before = needed
        var seen: Set<Key> = []
        needed = now.count == keys.count ? keys : keys.filter { seen.insert($0).inserted }
        for key in before where !now.contains(key) { release(key) }
        for key in keys { acquire(key) }
    }

    private mutating func acquire(_ key: Key) {
        var entry = entries[key] ?? RequestsEntry()
        guard !entry.isNeeded else { return }
        entry.isNeeded = true
        let isAnswered = entry.request.isDone && !entry.isStale
        entries[key] = entry
        unneeded.remove(key)
        if isAnswered {
            resting.insert(key)
            record(key)
        } else {
            ask(key)
        }
    }

    private mutating func release(_ key: Key) {
        change(key) { $0.isNeeded = false }
        staleAndNeeded.remove(key)
        resting.remove(key)
        record(key)
        if entries[key] != nil { unneeded.insert(key) }
    }

    /// Requests a needed key, and replaces a running request.
    @usableFromInline mutating func ask(_ key: Key) {
        change(key) { $0.request.start(key) }
    }

    mutating func retry(_ key: Key) {
        if let entry = entries[key], entry.isNeeded, entry.request.failure != nil { ask(key) }
    }

    mutating func poll(_ key: Key) {
        if resting.contains(key) { ask(key) }
    }

    // MARK: Invalidation

    mutating func invalidate(_ keys: some Sequence<Key>) {
        var done: Set<Key> = []
        for key in keys where done.insert(key).inserted { invalidate(key) }
    }

    mutating func invalidate(tag: RequestTag) {
        if runCount > 0 {
            invalidationCount += 1
            invalidations[tag] = invalidationCount
        }
        guard var keys = keysByTag[tag] else { return }
        for key in needed where keys.remove(key) != nil { invalidate(key) }
        for key in keys { invalidate(key) }
    }

    private mutating func invalidate(_ key: Key) {
        guard let entry = entries[key] else { return }
        entries[key]?.isStale = true
        fresh.remove(key)
        if entry.request.isRunning {
            entries[key]?.isInvalidated = true
        } else if entry.isNeeded {
            ask(key)
        }
    }

    // MARK: Optimistic changes

    mutating func edit(
        _ key: Key,
        _ change: @escaping @Sendable (inout Output) -> Void
    ) -> RequestEdit {
        if entries[key] == nil { unneeded.insert(key) }
        let number = editCount
        editCount += 1
        return self.change(key) { entry in
            entry.request.editCount = number
            return entry.request.edit(change)
        }
    }

    mutating func confirm(_ key: Key, _ edit: RequestEdit? = nil) {
        endEdit(key) { $0.confirm(edit) }
    }

    mutating func rollback(_ key: Key, _ edit: RequestEdit? = nil) {
        endEdit(key) { $0.rollback(edit) }
    }

    // MARK: Runs

    /// Returns the run of a key, for the feature's effect.
    @usableFromInline func run(of key: Key) -> RequestRun<Key>? {
        let run = entries[key]?.request.run
        #if DEBUG
        run?.noteSeen()
        #endif
        return run
    }

    /// Returns the wait of a key that rests.
    @usableFromInline func rest(of key: Key) -> WaitingKey<Key>? { resting.wait(of: key) }

    /// Returns the keys that wait for the end of a time span.
    func keys(_ age: RequestsAge) -> AgingKeys<Key> {
        switch age {
        case .fresh: fresh
        case .resting: resting
        case .unneeded: unneeded
        }
    }

    /// Records a change of a key's run or rest, or any other change.
    ///
    /// Keeps about two changes for each needed key, with the last one of each: their order is that of
    /// the starts. A reader that has missed more changes than are kept reads all needed keys, which
    /// costs no more.
    @usableFromInline mutating func record(_ key: Key?) {
        changes.append(RequestsChange(key))
        guard needsCompaction(slots: changes.count, elements: needed.count) else { return }
        let kept = changes.suffix(changes.count / 4)
        var seen = Set(kept.compactMap { $0.key })
        // Not the keys whose entries are needed: while keys are released one by one, most of them still are.
        let needed = Set(needed)
        let newestFirst = changes.dropLast(kept.count).reversed().compactMap { change -> Key? in
            guard let key = change.key, needed.contains(key), seen.insert(key).inserted else { return nil }
            return key
        }
        // New objects, so that a reader that knows an old one finds out that it has missed changes.
        changes = newestFirst.reversed().map { RequestsChange($0) } + kept
    }

    /// Returns the keys whose run or rest has changed since an earlier change, newest first.
    ///
    /// Returns nil if the list doesn't contain that change: it was dropped, or belongs to a copy.
    @inlinable func keysChanged(since last: RequestsChange<Key>?) -> [Key]? {
        var keys: [Key] = []
        for change in changes.reversed() {
            if change === last { return keys }
            if let key = change.key { keys.append(key) }
        }
        return nil
    }

    /// Returns all keys that are needed now or were needed then, the most recently changed first.
    ///
    /// A key may occur twice.
    @usableFromInline func allKeys(neededThen: [Key]) -> [Key] {
        changes.reversed().compactMap { $0.key } + needed.reversed() + neededThen.reversed()
    }

    /// Changes an entry, and updates everything that depends on it.
    private mutating func change<Result>(
        _ key: Key,
        _ change: (inout RequestsEntry<Key, Output>) -> Result
    ) -> Result {
        var entry = entries[key] ?? RequestsEntry()
        let before = entry.request.run
        let result = change(&entry)
        if !entry.isNeeded, entry.request.isRunning {
            entry.request.cancel()
            entry.isStale = true
        }
        let run = entry.request.run
        if run != before {
            record(key)
            if before != nil { runCount -= 1 }
            if run != nil {
                runCount += 1
                entry.isInvalidated = false
                entry.invalidationsBefore = invalidationCount
                staleAndNeeded.remove(key)
                resting.remove(key)
            }
            if runCount == 0 { invalidations = [:] }
        }
        if entry.isStale { fresh.remove(key) }
        if entry.isVacant { forget(key, entry.tags) } else { entries[key] = entry }
        return result
    }

    private mutating func endEdit(_ key: Key, _ end: (inout Request<Key, Output>) -> Void) {
        guard entries[key] != nil else { return }
        change(key) { end(&$0.request) }
        guard let entry = entries[key], !entry.isNeeded, entry.request.pendingEdits.isEmpty else { return }
        if !unneeded.contains(key) { unneeded.insert(key) }
    }

    private mutating func forget(_ key: Key, _ tags: Set<RequestTag>) {
        entries[key] = nil
        unneeded.remove(key)
        fresh.remove(key)
        setTags([], of: key, before: tags)
    }

    private mutating func setTags(_ tags: Set<RequestTag>, of key: Key, before: Set<RequestTag>) {
        for tag in before.subtracting(tags) {
            keysByTag[tag]?.remove(key)
            if keysByTag[tag]?.isEmpty ?? false { keysByTag[tag] = nil }
        }
        for tag in tags.subtracting(before) { keysByTag[tag, default: []].insert(key) }
    }

    // MARK: Answers

    mutating func answer(_ key: Key, _ output: Output, tags: Set<RequestTag> = []) {
        guard let entry = entries[key], entry.request.isRunning else { return }
        let isOutdated =
            entry.isInvalidated || tags.contains { invalidations[$0, default: 0] > entry.invalidationsBefore }
        setTags(tags, of: key, before: entry.tags)
        change(key) { entry in
            entry.tags = tags
            entry.request.answer(output)
            // A dropped answer has started the request again, and the output is as stale as before.
            guard !entry.request.isRunning else { return }
            entry.isStale = isOutdated
            if isOutdated { entry.request.start(key) }
        }
        guard entries[key]?.request.isRunning == false else { return }
        fresh.insert(key)
        resting.insert(key)
    }

    mutating func fail(_ key: Key, _ failure: RequestFailure) {
        guard entries[key]?.request.isRunning ?? false else { return }
        change(key) { entry in
            entry.isStale = entry.request.output != nil
            entry.request.fail(failure)
        }
        resting.insert(key)
    }

    mutating func noteAttempt(_ key: Key, _ attempt: Int) { entries[key]?.request.noteAttempt(attempt) }

    mutating func age(_ age: RequestsAge, upTo number: Int) {
        switch age {
        case .fresh:
            for key in fresh.removeAll(upTo: number) {
                entries[key]?.isStale = true
                if let entry = entries[key], entry.isNeeded, !entry.request.isRunning { staleAndNeeded.insert(key) }
            }
        case .resting:
            for key in resting.removeAll(upTo: number) { ask(key) }
        case .unneeded:
            // A key with pending changes waits again when they have ended.
            for key in unneeded.removeAll(upTo: number) {
                if let entry = entries[key], entry.request.pendingEdits.isEmpty { forget(key, entry.tags) }
            }
        }
    }

    /// Adds a decoded answer, which is stale.
    mutating func restore(_ key: Key, _ output: Output, _ tags: Set<RequestTag>) {
        var entry = RequestsEntry<Key, Output>()
        entry.request = Request(output: output, status: .done(key))
        entry.isStale = true
        entry.tags = tags
        entries[key] = entry
        setTags(tags, of: key, before: [])
        unneeded.insert(key)
    }

    // MARK: Recordings

    /// The requests for a recorder.
    var recorded: RecordedRequests<Key, Output> {
        let entries = entries.map { key, entry in
            RecordedRequests<Key, Output>
                .Entry(
                    key: key,
                    request: entry.request,
                    isStale: entry.isStale,
                    isDue: staleAndNeeded.contains(key),
                    isInvalidated: entry.isInvalidated,
                    tags: entry.tags
                )
        }
        return RecordedRequests(
            entries: entries,
            needed: needed,
            unneeded: unneeded.recorded,
            fresh: fresh.recorded,
            resting: resting.recorded
        )
    }

    /// Adds the requests that a recorder has kept.
    mutating func restore(_ recorded: RecordedRequests<Key, Output>) {
        needed = recorded.needed
        let isNeeded = Set(needed)
        for kept in recorded.entries {
            let key = kept.key
            var entry = RequestsEntry<Key, Output>()
            entry.request = kept.request
            (entry.isStale, entry.isInvalidated, entry.tags) = (kept.isStale, kept.isInvalidated, kept.tags)
            entry.isNeeded = isNeeded.contains(key)
            entries[key] = entry
            setTags(kept.tags, of: key, before: [])
            if kept.isDue { staleAndNeeded.insert(key) }
            if kept.request.isRunning { runCount += 1 }
            record(key)
        }
        unneeded.restore(recorded.unneeded)
        fresh.restore(recorded.fresh)
        resting.restore(recorded.resting)
    }
}
