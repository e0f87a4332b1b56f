// SPDX-License-Identifier: MIT

extension ScheduleSearch {
    /// Reports the smallest failing schedule, or the conditions of `sometimes` that no schedule has
    /// met.
    func report(_ shown: Exploration?, _ keptSchedules: KeptSchedules, at location: CallSite) {
        if let failing, let shown {
            return TestLibrary.report(text(of: shown, failing, keptSchedules), at: location)
        }
        if count < 1 {
            return TestLibrary.report(
                "exploreSchedules(\(count)) tries no schedule. Pass a count of 1 or more.",
                at: location
            )
        }
        if !isUsed {
            let advice = "Pass it to the TestStore or the TestWorld."
            return TestLibrary.report("exploreSchedules: The body does not use its schedule. \(advice)", at: location)
        }
        // A single schedule with a seed is a repetition.
        guard count > 1 || seed == nil else { return }
        for goal in goals where !goal.isMet { TestLibrary.report(text(of: goal), at: goal.location) }
    }

    private static func rounded(_ duration: Duration) -> String {
        "\(((duration / .milliseconds(1)).rounded(.up) / 1_000)) seconds"
    }

    private func text(of goal: Exploration.Goal) -> String {
        if goal.isClosure {
            return areAll
                ? "\(goal.text): remove it."
                : "\(goal.text) in \(summary): remove it, or explore more schedules."
        }
        let advice =
            areAll
            ? "Change the test so that it reaches this case, or remove the condition."
            : "Explore more schedules, or make the test smaller."
        return "sometimes: \(goal.text)\n  The condition was never true in \(summary). \(advice)"
    }

    private func text(of shown: Exploration, _ failing: Failing, _ keptSchedules: KeptSchedules) -> String {
        let reorderings = shown.choices.count { $0.value != 0 && !$0.isTestValue }
        let late = lateness == .milliseconds(1) ? "" : ", lateness: \(code(lateness))"
        let again = failing.seed.map { "; exploreSchedules(1, seed: \($0)\(late)) runs it again" } ?? ""
        let name =
            failing.index == 0
            ? "A saved schedule of \(keptSchedules.path)" : "Schedule \(failing.index) of \(count)"
        let summary =
            switch reorderings {
            case _ where shown.failure == nil: "Its steps:"
            case 0: "It fails with all steps in order:"
            case 1: "One reordered step, marked with !, is enough:"
            default: "\(reorderings) reordered steps, marked with !, are enough:"
            }
        let steps = shown.lines.isEmpty ? "" : "\(summary)\n\(shown.lines.map { "  \($0)\n" }.joined())"
        let calls = shown.program.map { "  \($0)\n" }.joined()
        let program = calls.isEmpty ? "" : "The calls of the test:\n\(calls)"
        let failure = shown.failure
        let location = failure?.location.map { " at \(fileName($0))" } ?? ""
        let text =
            failure?.text
            ?? "The failure did not repeat: more than the schedule decides. The first one was:\n\(failing.text)"
        let more = shrinkingCount == 1 ? "1 more schedule" : "\(shrinkingCount) more schedules"
        return """
            \(name) fails\(again).
            \(steps)\(program)The failure\(location):
            \(text)
            Found after \(Self.rounded(findingTime)), then shrunk with \(more) in \(Self.rounded(shrinkingTime)).
            """
    }
}
