// SPDX-License-Identifier: MIT

public import RexCore

/// A task of a ``TestStore`` that has not ended.
public struct TestRun: Sendable, CustomStringConvertible {
    /// The reason why a run does not continue.
    public enum Wait: Sendable, Hashable {
        /// Nothing: the run continues in the next call of the test store.
        case nothing
        /// The run sleeps until the test clock reaches this time, counted from its beginning.
        case time(Duration)
        /// The run waits for something that the test does not control: real input or output, the
        /// main actor, a detached task, or a value that is never sent.
        case outside
    }

    /// The rule that started the run: the last step of its source's trail, as text.
    public let rule: String
    /// The key of the run within its rule, such as the row that it loads.
    ///
    /// Nil if the rule has no keys.
    public let key: String?
    /// The source of the run.
    ///
    /// Its last step is the rule. Nil if no source was given.
    public let source: ActionSource?
    /// The action that started the run, as text.
    ///
    /// Nil if no action did, or if it is unknown.
    public let action: String?
    /// The reason why the run does not continue.
    ///
    /// If it sleeps several times at once, this is the earliest time.
    public let waitsFor: Wait
    /// Whether the run was cancelled and has not returned yet.
    public let isCancelled: Bool

    /// The rule, the key and the reason why the run waits, on one line.
    public var description: String {
        let wait =
            switch waitsFor {
            case .nothing: "is still running"
            case .time(let moment): "sleeps until \(text(of: moment))"
            case .outside: "waits for something that the test does not control"
            }
        let rule = rule + (key.map { " for \($0)" } ?? "")
        let state = isCancelled ? "was cancelled but has not returned, and " : ""
        return "\(rule)\(action.map { ", because of \($0)," } ?? "") \(state)\(wait)"
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// The number of runs that wait for something outside of the test, without skipped ones.
    var runsOutside: Int {
        let (ready, moments) = (world.readyRuns, wakeTimes)
        return world.runs(of: number).count {
            !$0.isSkipped && !ready.contains($0.number) && moments[$0.number] == nil
        }
    }

    /// The first wake-up time of each run, by number.
    private var wakeTimes: [Int: Duration] {
        var moments: [Int: Duration] = [:]
        // Events are sorted by time.
        for event in world.events {
            if let run = event.run?.number, moments[run] == nil { moments[run] = event.moment }
        }
        return moments
    }

    /// Returns the runs that have not ended, with or without skipped ones.
    func openRuns(skipped: Bool = true) -> [TestRun] {
        let (ready, moments) = (world.readyRuns, wakeTimes)
        return world.runs(of: number).filter { skipped || !$0.isSkipped }.map { run in
            TestRun(
                rule: run.rule,
                key: run.source?.trail.last?.key,
                source: run.source,
                action: run.source?.number.flatMap(log.entry(number:)).map { text($0.action) },
                waitsFor: ready.contains(run.number) ? .nothing : moments[run.number].map { .time($0) } ?? .outside,
                isCancelled: run.isCancelled
            )
        }
    }
}
