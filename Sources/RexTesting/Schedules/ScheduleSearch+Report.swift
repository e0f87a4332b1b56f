// SPDX-License-Identifier: MIT

extension ScheduleSearch {
    /// Reports what has failed, by the smallest schedule that does, and the conditions that none has
    /// met.
    func report(_ shown: Exploration?, _ keptSchedules: KeptSchedules, at place: CallSite) {
        if let failing, let shown {
            return TestLibrary.report(text(of: shown, failing, keptSchedules), at: place)
        }
        if count < 1 {
            return TestLibrary.report("exploreSchedules(\(count)) tries no schedule: ask for one at least.", at: place)
        }
        if !isUsed {
            let advice = "Give it to the TestStore or the TestWorld."
            return TestLibrary.report("exploreSchedules: the body makes nothing of its schedule. \(advice)", at: place)
        }
        // A single schedule of a seed is one that is looked at again.
        guard count > 1 || seed == nil else { return }
        for goal in goals where !goal.isMet { TestLibrary.report(text(of: goal), at: goal.place) }
    }

    private static func rounded(_ duration: Duration) -> String {
        "\(((duration / .milliseconds(1)).rounded(.up) / 1_000)) seconds"
    }

    private func text(of goal: Exploration.Goal) -> String {
        let advice =
            areAll
            ? "Let the test do what leads to it, or remove the condition."
            : "Explore more schedules, or make the test smaller."
        return "sometimes: \(goal.text)\n  This was true in none of \(summary). \(advice)"
    }

    private func text(of shown: Exploration, _ failing: Failing, _ keptSchedules: KeptSchedules) -> String {
        let exchanges = shown.choices.count { $0.value != 0 && !$0.isOfTest }
        let late = lateness == .milliseconds(1) ? "" : ", lateness: \(code(lateness))"
        let again = failing.seed.map { "; exploreSchedules(1, seed: \($0)\(late)) runs it again" } ?? ""
        let name =
            failing.index == 0
            ? "A schedule that is kept in \(keptSchedules.path)" : "Schedule \(failing.index) of \(count)"
        let summary =
            switch exchanges {
            case _ where shown.failure == nil: "Its steps:"
            case 0: "It fails with every step in its order:"
            case 1: "One step out of its order is enough, the one with the mark:"
            default: "\(exchanges) steps out of their order are enough, those with the mark:"
            }
        let steps = shown.lines.isEmpty ? "" : "\(summary)\n\(shown.lines.map { "  \($0)\n" }.joined())"
        let calls = shown.program.map { "  \($0)\n" }.joined()
        let program = calls.isEmpty ? "" : "The calls of the test:\n\(calls)"
        let failure = shown.failure
        let place = failure?.place.map { " at \(fileName($0))" } ?? ""
        let text =
            failure?.text ?? "It did not fail again: something else than the schedule decides. It was:\n\(failing.text)"
        let more = shrinkingCount == 1 ? "1 more schedule" : "\(shrinkingCount) more schedules"
        return """
            \(name) fails\(again).
            \(steps)\(program)The failure\(place):
            \(text)
            Found after \(Self.rounded(findingTime)); \(more) in \(Self.rounded(shrinkingTime)) made it smaller.
            """
    }
}
