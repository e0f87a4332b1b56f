// SPDX-License-Identifier: MIT

extension ScheduleSearch {
    /// Reports what has failed, by the smallest schedule that does.
    func report(_ shown: Exploration?, at place: CallSite) {
        if let failing, let shown {
            TestLibrary.report(text(of: shown, failing), at: place)
        } else if count < 1 {
            TestLibrary.report("exploreSchedules(\(count)) tries no schedule: ask for one at least.", at: place)
        } else if !isUsed {
            let advice = "Give it to the TestStore or the TestWorld."
            TestLibrary.report("exploreSchedules: the body makes nothing of its schedule. \(advice)", at: place)
        }
    }

    private func text(of shown: Exploration, _ failing: Failing) -> String {
        let exchanges = shown.choices.count { $0.value != 0 && !$0.isOfTest }
        let late = lateness == .milliseconds(1) ? "" : ", lateness: \(code(lateness))"
        let again = failing.seed.map { "; exploreSchedules(1, seed: \($0)\(late)) runs it again" } ?? ""
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
        return """
            Schedule \(failing.index) of \(count) fails\(again).
            \(steps)\(program)The failure\(place):
            \(text)
            """
    }
}
