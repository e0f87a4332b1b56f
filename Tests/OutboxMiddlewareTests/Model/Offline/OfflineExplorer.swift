// SPDX-License-Identifier: MIT

/// Visits all schedules of an instance, the shortest first, and checks the invariants.
struct OfflineExplorer {
    /// A schedule after which an invariant does not hold.
    struct Violation: Hashable, CustomStringConvertible {
        var invariant: String
        var schedule: [OfflineEvent]

        var description: String {
            "\(invariant): \(schedule.map(\.description).joined(separator: " · "))"
        }
    }

    struct Result {
        var worlds = 0
        var settled = 0
        /// Whether all schedules were visited.
        var isComplete = true
        var violation: Violation?
    }

    var rules: OfflineRules
    /// Whether no list may become stale, since nothing happens that leaves a doubt.
    var isNeverStale = false

    init(_ instance: OfflineInstance, without clause: OfflineClause? = nil, isNeverStale: Bool = false) {
        rules = OfflineRules(instance: instance, leftOut: clause)
        self.isNeverStale = isNeverStale
    }

    /// Visits at most `limit` worlds, and ends at the first violation.
    func explore(limit: Int) -> Result {
        var result = Result()
        var worlds = [rules.instance.start(rules)]
        var causes: [(index: Int, event: OfflineEvent)?] = [nil]
        var known: Set<OfflineWorld> = [worlds[0]]
        var index = 0
        while index < worlds.count {
            let world = worlds[index]
            let events = rules.events(world)
            let isSettled = world.isRunning && !events.contains(where: \.isProgress)
            if isSettled { result.settled += 1 }
            if let invariant = broken(world) ?? (isSettled ? brokenWhenSettled(world) : nil) {
                result.violation = Violation(invariant: invariant, schedule: schedule(to: index, causes))
                break
            }
            for event in events {
                var next = world
                rules.apply(event, &next)
                guard known.insert(next).inserted else { continue }
                guard worlds.count < limit else {
                    result.isComplete = false
                    continue
                }
                worlds.append(next)
                causes.append((index, event))
            }
            index += 1
        }
        result.worlds = worlds.count
        return result
    }

    private func schedule(to index: Int, _ causes: [(index: Int, event: OfflineEvent)?]) -> [OfflineEvent] {
        var schedule: [OfflineEvent] = []
        var index = index
        while let cause = causes[index] {
            schedule.append(cause.event)
            index = cause.index
        }
        return schedule.reversed()
    }
}

// MARK: Invariants

extension OfflineExplorer {
    /// What holds at each moment.
    private func broken(_ world: OfflineWorld) -> String? {
        if world.history.hasRemovedFile { return "the file of a part that was not loaded is gone" }
        if !world.history.addedTwice.isEmpty, world.history.damages == 0 { return "a job is sent twice" }
        for value in world.lists.compactMap(\.value) {
            if value.pending != value.pending.sorted() {
                return "the screen shows actions in another order than the server gets them"
            }
            if value.pending.contains(where: { value.takenBack.contains(Int($0)) }) {
                return "an action that was taken back is shown again"
            }
            if isNeverStale, value.isStale { return "a list is stale without need" }
        }
        return nil
    }

    /// What holds when nothing happens any more by itself.
    private func brokenWhenSettled(_ world: OfflineWorld) -> String? {
        for (index, list) in world.lists.enumerated() {
            guard let value = list.value else { continue }
            if !value.pending.isEmpty { return "an action is pending for ever" }
            if !value.takenBack.isEmpty { return "an action that was taken back is awaited for ever" }
            var server = rules.rows(of: index, world)
            if !world.history.hasPulledLaterRow { server.rows.removeAll { $0 == OfflineRows.laterForeign } }
            if !value.isStale, let broken = compare(value.base, server) { return broken }
        }
        if world.logs.contains(where: { !$0.outcomes.isEmpty }) { return "the log keeps an outcome for ever" }
        for entry in world.entries {
            if ![.absent, .rejected].contains(entry.onDisk) { return "the log keeps an entry for ever" }
            let isDecided = rules.has(.cancelRejected) || rules.has(.retryRejected)
            if isDecided, entry.onDisk == .rejected { return "the app's reaction to a rejection is lost" }
        }
        guard world.history.clears == 0, world.history.damages == 0, world.history.unreadable.isEmpty else {
            return nil
        }
        if !world.history.rejected.isSubset(of: world.history.told) { return "a rejection is never told" }
        for (entry, job) in rules.instance.jobs.enumerated() {
            guard let cause = job.follows, world.history.sent.contains(cause) else { continue }
            if !world.server.contains(entry) { return "a job that follows another is lost" }
        }
        return nil
    }

    /// Nil if a list that isn't stale shows what the server has.
    private func compare(_ shown: OfflineRows, _ server: OfflineRows) -> String? {
        if shown == server { return nil }
        if shown.rows.sorted() == server.rows.sorted() {
            return "rows are in another order than on the server, not stale"
        }
        if Set(shown.rows).count < shown.rows.count { return "a row is shown twice, not stale" }
        if Set(shown.rows).isSubset(of: server.rows) { return "a row is missing, not stale" }
        return "a row is shown that the server does not have, not stale"
    }
}
