// SPDX-License-Identifier: MIT

import RexTestSupport
import RexCore
import Testing

@testable import EffectMiddleware

/// Tests one slot as a function from events to commands, without threads.
@Suite struct EffectMachineWhiteBoxTests {
    /// An event.
    ///
    /// Its time is given where it matters.
    enum Event: Sendable {
        /// A trigger arrives. An answer is a trigger that a run of the slot has caused.
        case trigger(Int, answer: Bool = false)
        /// The due trigger is handled.
        case due
        /// A run's body returns, and none of its actions is queued.
        case ends(epoch: Int)
        case returns(epoch: Int)
        case finishes(epoch: Int)
        /// The first half of that event, and the second.
        case isOver
        case next
        case cancel
    }

    struct Row: Sendable {
        var name: String
        var policy: EffectPolicy<Int>
        var events: [(time: Int, event: Event)]
        /// The commands of each event: `x` cancels, `+1` starts, `-1` drops.
        var wanted: [String]

        init(_ name: String, _ policy: EffectPolicy<Int>, _ steps: (Int, Event, String)...) {
            self.name = name
            self.policy = policy
            events = steps.map { ($0.0, $0.1) }
            wanted = steps.map(\.2)
        }
    }

    static let plain: [Row] = [
        Row("each starts all", .each, (0, .trigger(1), "+1"), (0, .trigger(2), "+2"), (0, .cancel, "x")),
        Row("nothing is cancelled twice", .each, (0, .trigger(1), "+1"), (0, .cancel, "x"), (0, .cancel, "")),
        Row(
            "with a limit, triggers wait until a run has ended",
            .each(limit: 2),
            (0, .trigger(1), "+1"),
            (0, .trigger(2), "+2"),
            (0, .trigger(3), ""),
            (0, .trigger(4), ""),
            (0, .returns(epoch: 0), ""),
            (0, .finishes(epoch: 0), "+3"),
            (0, .ends(epoch: 0), "+4")
        ),
        Row(
            "a cancelled run counts until its body has returned, and waiting triggers are dropped",
            .queued,
            (0, .trigger(1), "+1"),
            (0, .trigger(2), ""),
            (0, .cancel, "x-2"),
            (0, .trigger(3), ""),
            (0, .returns(epoch: 0), "+3"),
            (0, .finishes(epoch: 0), ""),
            (0, .ends(epoch: 1), "")
        ),
        Row(
            "a returned run with a queued action ends when it is cancelled",
            .queued,
            (0, .trigger(1), "+1"),
            (0, .returns(epoch: 0), ""),
            (0, .cancel, "x"),
            (0, .trigger(2), "+2"),
            (0, .finishes(epoch: 0), ""),
            (0, .trigger(3), "")
        ),
        Row(
            "latest cancels and starts",
            .latest,
            (0, .trigger(1), "+1"),
            (0, .trigger(2), "x+2"),
            (0, .ends(epoch: 0), ""),
            (0, .ends(epoch: 1), ""),
            (0, .trigger(3), "+3")
        ),
        Row(
            "first ignores triggers until the last action of the run is reduced",
            .first,
            (0, .trigger(1), "+1"),
            (0, .trigger(2), "-2"),
            (0, .returns(epoch: 0), ""),
            (0, .trigger(3), "-3"),
            (0, .finishes(epoch: 0), ""),
            (0, .trigger(4), "+4")
        ),
        Row(
            "first keeps one trigger until a cancelled body has returned",
            .first,
            (0, .trigger(1), "+1"),
            (0, .cancel, "x"),
            (0, .trigger(2), ""),
            (0, .trigger(3), "-3"),
            (0, .returns(epoch: 0), "+2"),
            (0, .trigger(4), "-4")
        ),
        Row(
            "first keeps one answer until its own run has ended",
            .first,
            (0, .trigger(1), "+1"),
            (0, .trigger(2, answer: true), ""),
            (0, .trigger(3, answer: true), "-3"),
            (0, .ends(epoch: 0), "+2"),
            (0, .cancel, "x")
        ),
        Row(
            "keepingLatest keeps the last",
            .keepingLatest,
            (0, .trigger(1), "+1"),
            (0, .trigger(2), ""),
            (0, .trigger(3), "-2"),
            (0, .ends(epoch: 0), "+3"),
            (0, .trigger(4), ""),
            (0, .cancel, "x-4"),
            (0, .trigger(5), ""),
            (0, .returns(epoch: 0), "+5")
        ),
        Row(
            "a trigger between the end of a run and the next run is queued after that run",
            .keepingLatest,
            (0, .trigger(1), "+1"),
            (0, .trigger(2), ""),
            (0, .returns(epoch: 0), ""),
            (0, .isOver, ""),
            (0, .trigger(3), ""),
            (0, .trigger(4), "-3"),
            (0, .next, "+2"),
            (0, .ends(epoch: 0), "+4")
        ),
        Row(
            "so with a limit",
            .queued,
            (0, .trigger(1), "+1"),
            (0, .trigger(2), ""),
            (0, .returns(epoch: 0), ""),
            (0, .isOver, ""),
            (0, .trigger(3), ""),
            (0, .next, "+2"),
            (0, .ends(epoch: 0), "+3")
        ),
    ]

    static let timed: [Row] = [
        Row(
            "debounced supersedes",
            .each.debounced(for: .seconds(2)),
            (0, .trigger(1), ""),
            (1, .trigger(2), "-1"),
            (2, .due, "none"),
            (3, .due, "+2"),
            (9, .due, "none")
        ),
        Row(
            "latest cancels when a debounced trigger arrives",
            .latest.debounced(for: .seconds(1)),
            (0, .trigger(1), ""),
            (1, .due, "+1"),
            (2, .trigger(2), "x"),
            (3, .due, "+2")
        ),
        Row(
            "throttled passes the last trigger at the end of the interval, which starts the next one",
            .each.throttled(for: .seconds(2)),
            (0, .trigger(1), "+1"),
            (1, .trigger(2), ""),
            (1, .trigger(3), "-2"),
            (2, .due, "+3"),
            (3, .trigger(4), ""),
            (4, .due, "+4"),
            (6, .trigger(5), "+5")
        ),
        Row(
            "throttled without its latest",
            .each.throttled(for: .seconds(2), latest: false),
            (0, .trigger(1), "+1"),
            (1, .trigger(2), "-2"),
            (2, .trigger(3), "+3")
        ),
        Row(
            "an ignored trigger starts no interval, and cancelling ends none",
            .first.throttled(for: .seconds(2)),
            (0, .trigger(1), "+1"),
            (2, .trigger(2), "-2"),
            (3, .ends(epoch: 0), ""),
            (3, .trigger(3), "+3"),
            (4, .cancel, "x"),
            (4, .trigger(4), ""),
            (4, .cancel, "-4"),
            (4, .trigger(5), ""),
            (5, .due, "")
        ),
        Row(
            "a debounced trigger is throttled, and the older one goes first if both are due",
            .each.debounced(for: .seconds(1)).throttled(for: .seconds(4)),
            (0, .trigger(1), ""),
            (1, .due, "+1"),
            (2, .trigger(2), ""),
            (3, .due, ""),
            (4, .trigger(3), ""),
            (9, .due, "+2"),
            (9, .due, ""),
            (13, .due, "+3")
        ),
        Row(
            "a debounced trigger replaces the one that waits for the interval",
            .each.debounced(for: .seconds(1)).throttled(for: .seconds(9)),
            (0, .trigger(1), ""),
            (1, .due, "+1"),
            (2, .trigger(2), ""),
            (3, .due, ""),
            (4, .trigger(3), ""),
            (5, .due, "-2"),
            (10, .due, "+3")
        ),
    ]

    @Test(arguments: plain + timed) func eventsLeadToCommands(row: Row) {
        let machine = newMachine(row.policy)
        var answers: Set<Int> = []
        var found: [String] = []
        for (time, event) in row.events {
            let now = Duration.seconds(time)
            switch event {
            case .trigger(let run, let isAnswer):
                if isAnswer { answers.insert(run) }
                found.append(text(machine.trigger(run, now: now, isOwnAnswer: answers.contains(run))))
            case .due: found.append(due(machine, now, answers) ?? "none")
            case .ends(let epoch):
                found.append(text(machine.bodyReturned(of: epoch)) + finish(machine, epoch))
            case .returns(let epoch): found.append(text(machine.bodyReturned(of: epoch)))
            case .finishes(let epoch): found.append(finish(machine, epoch))
            case .isOver:
                machine.finished()
                found.append("")
            case .next: found.append(text(machine.startWaiting()))
            case .cancel: found.append(text(machine.cancel()))
            }
        }
        #expect(found == row.wanted, "\(row.name)")
    }

    private func newMachine(_ policy: EffectPolicy<Int>) -> EffectMachine<Int> {
        EffectMachine(
            EffectRule(name: nil, call: .here(), options: policy.options, group: 0, hasFinalAction: false)
        )
    }

    /// Returns the commands for the trigger that is due, or nil if there is no such trigger.
    private func due(_ machine: EffectMachine<Int>, _ now: Duration, _ answers: Set<Int> = []) -> String? {
        machine.popDue(now: now).map { run in
            text(machine.due(run, now: now, isOwnAnswer: answers.contains(run)))
        }
    }

    /// Like the engine, does nothing for a cancelled run.
    private func finish(_ machine: EffectMachine<Int>, _ epoch: Int) -> String {
        guard epoch == machine.epoch else { return "" }
        machine.finished()
        return text(machine.startWaiting())
    }

    private func text(_ commands: borrowing EffectMachine<Int>.Commands) -> String {
        var text = (commands.cancels ? "x" : "") + (commands.start.map { "+\($0)" } ?? "")
        commands.dropped.forEach { text += "-\($0.run)" }
        return text
    }

    @Test func machineIsIdleWhenNothingRunsOrWaits() {
        let machine = newMachine(.queued.debounced(for: .seconds(1)))
        var facts: [String] = []
        func note(_ machine: EffectMachine<Int>) {
            facts.append("\(machine.isIdle) \(machine.deadline.map { "\($0)" } ?? "-") \(machine.waitingRuns)")
        }
        note(machine)
        _ = machine.trigger(1, now: .zero, isOwnAnswer: false)
        note(machine)
        _ = due(machine, .seconds(1))
        _ = machine.trigger(2, now: .seconds(1), isOwnAnswer: false)
        _ = due(machine, .seconds(2))
        note(machine)
        _ = machine.cancel()
        note(machine)
        _ = machine.bodyReturned(of: 0)
        note(machine)
        #expect(facts == ["true - 0", "false 1.0 seconds 0", "false - 1", "false - 0", "true - 0"])
    }
}
