// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// The rules of an app that works offline, judged by all schedules of small instances.
///
/// A saved list is a checkpoint, and the outbox's log keeps what is newer than the oldest checkpoint. This
/// suite doesn't call the outbox: it explores a model of the rules. Read the files in this order:
/// - `OfflineWorld`: the state of the model.
/// - `OfflineRules`: what lists do. `OfflineRules+Log.swift`: what the log does.
/// - `OfflineEvent`: when an event is possible, and what it does.
/// - `OfflineExplorer`: the invariants.
/// - `OfflineClause`: the clauses of the rules, with the numbers of their rules.
///
/// Each clause has a test that leaves it out. The expected schedule is the shortest one that then breaks an
/// invariant: it shows what the clause is there for.
@Suite struct OfflineRulesTests {
    /// Visits the shortest schedules, many more of them in a release build, as each night.
    private func explore(_ instance: OfflineInstance, limit: Int, isNeverStale: Bool = false) {
        let explorer = OfflineExplorer(instance, isNeverStale: isNeverStale)
        #expect(explorer.explore(limit: limit).violation == nil)
    }

    /// Each kind of events alone, and in a release build also two kinds together.
    @Test(arguments: OfflineBase.allCases)
    func allRulesTogetherKeepAllInvariants(base: OfflineBase) {
        for (index, first) in OfflineInstance.Events.kinds.enumerated() {
            explore(base.instance(first), limit: hasFewRounds ? 40 : 100_000)
            guard !hasFewRounds else { continue }
            for second in OfflineInstance.Events.kinds.dropFirst(index + 1) {
                let events = first.union(second)
                if events.isBeyondTheRules { continue }
                explore(base.instance(events), limit: 4_000)
            }
        }
    }

    /// A crash leaves no doubt, so it must not cost a pull.
    @Test(arguments: OfflineBase.allCases)
    func crashesAndRejectionsMakeNoListStale(base: OfflineBase) {
        for events: OfflineInstance.Events in [[], .lostAnswer, .lateLog, .failedSave, .decide, .resumeAgain] {
            explore(base.instance(events), limit: hasFewRounds ? 80 : 100_000, isNeverStale: true)
        }
    }

    @Test func eachClauseHasASchedule() {
        let found = OfflineReason.all.map(\.clause)
        #expect(Set(found).union(OfflineClause.redundant) == Set(OfflineClause.allCases))
        #expect(found.count + OfflineClause.redundant.count == OfflineClause.allCases.count)
    }

    /// A process has no gap between two outcomes while the other clauses hold.
    ///
    /// And a list with a new number
    /// differs from its file, so it is saved anyway.
    @Test(arguments: OfflineClause.redundant.sorted { $0.text < $1.text })
    func withoutARedundantClauseNoScheduleFails(clause: OfflineClause) {
        for events: OfflineInstance.Events in [.bound, .unreadable, .latePart, .lostFile] {
            let result = OfflineExplorer(.lanes(events), without: clause).explore(limit: hasFewRounds ? 200 : 100_000)
            #expect(result.violation == nil)
        }
    }

    @Test(arguments: OfflineReason.all) func withoutTheClauseAScheduleFails(reason: OfflineReason) {
        let result = OfflineExplorer(reason.instance, without: reason.clause, isNeverStale: reason.isNeverStale)
            .explore(limit: 400_000)
        #expect(result.violation?.description == reason.schedule)
    }

    /// No schedule of the same instance fails when all clauses hold.
    @Test(arguments: OfflineReason.all) func withTheClauseNoScheduleFails(reason: OfflineReason) {
        explore(reason.instance, limit: hasFewRounds ? 80 : 100_000, isNeverStale: reason.isNeverStale)
    }
}

/// The instances that all kinds of events are tried with.
enum OfflineBase: CaseIterable {
    case one, twoCrashes, lists, unrelated, lanes, lane, chain, renames, outboxes

    func instance(_ events: OfflineInstance.Events) -> OfflineInstance {
        switch self {
        case .one: .one(events)
        case .twoCrashes: .one(events, crashes: 2)
        case .lists: .lists(events)
        case .unrelated: .unrelated(events)
        case .lanes: .lanes(events)
        case .lane: .lane(events)
        case .chain: .chain(events)
        case .renames: .renames(events)
        case .outboxes: .outboxes(events)
        }
    }
}

extension OfflineInstance.Events {
    /// Each kind of event, with those that it needs.
    static let kinds: [Self] = [
        [], .stream, .cancel, [.cancel, .takeBack], .clear, .lateLog, .pull, [.pull, .secondPull], .previous, .lostFile,
        .lostLog, .oldLog, .latePart, .bound, .failedSave, .replace, .resumeAgain, .unreadable, .lostAnswer, .decide,
        .cancelRejected, .retryRejected,
    ]

    /// Whether the rules don't cover these events.
    ///
    /// A log from a backup counts on from the numbers of the lists that are there at the launch. A list that is
    /// loaded later may have a number that the log has used again.
    var isBeyondTheRules: Bool { contains([.latePart, .oldLog]) }
}
