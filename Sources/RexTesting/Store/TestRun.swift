// SPDX-License-Identifier: MIT

public import RexCore

/// A task of a ``TestStore`` that has not ended.
public struct TestRun: Sendable, CustomStringConvertible {
    /// The cause that keeps a run from going on.
    public enum Wait: Sendable, Hashable {
        /// For nothing: it goes on in the next call of the test store.
        case nothing
        /// For the clock of the test to reach this moment, the time since it began.
        case time(Duration)
        /// For something that the test does not move: real input or output, the main actor, a
        /// detached task, or a value that nobody sends.
        case outside
    }

    /// The rule that started it, in the words of the last step of its source's trail.
    public let rule: String
    /// The key among several runs of the rule, such as the row that it loads; nil if there is but
    /// one.
    public let key: String?
    /// The source that it was started from, whose last step is the rule; nil if nothing was said.
    public let source: ActionSource?
    /// The action that started it, as text; nil if none did or if that is not known.
    public let action: String?
    /// The cause that it waits for, the earliest if there are several moments.
    public let waitsFor: Wait
    /// True once it was cancelled, until it returns.
    public let isCancelled: Bool

    /// The rule, the key and the cause of waiting, on one line.
    public var description: String {
        let wait =
            switch waitsFor {
            case .nothing: "goes on without end"
            case .time(let moment): "sleeps until \(text(of: moment))"
            case .outside: "waits for something outside or a value that nobody sends"
            }
        let rule = rule + (key.map { " for \($0)" } ?? "")
        let state = isCancelled ? "was cancelled, has not returned and " : ""
        return "\(rule)\(action.map { ", because of \($0)," } ?? "") \(state)\(wait)"
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// The number of runs that wait for something outside; without those that were skipped.
    var runsOutside: Int {
        let (ready, moments) = (world.readyRuns, runMoments)
        return world.runs(of: number).count {
            !$0.isSkipped && !ready.contains($0.number) && moments[$0.number] == nil
        }
    }

    /// The first moment for which each run waits.
    private var runMoments: [Int: Duration] {
        var moments: [Int: Duration] = [:]
        // Events are in the order of time.
        for event in world.events {
            if let run = event.run?.number, moments[run] == nil { moments[run] = event.moment }
        }
        return moments
    }

    /// The runs that have not ended, with or without those that were skipped.
    func openRuns(skipped: Bool = true) -> [TestRun] {
        let (ready, moments) = (world.readyRuns, runMoments)
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
