// SPDX-License-Identifier: MIT

extension TestSource {
    /// A test that moves the time, for a middleware whose runs send actions again; it needs `RexTesting`.
    func timedText(named name: String, reducer: String, middleware: String, runs: [RecordedRun]) -> String {
        let hasStates = steps.allSatisfy { $0.stateAfter != nil }
        var text = head(importing: ["Foundation", "RexCore", "RexTesting", "Testing"])
        text += """
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
            @Test func \(name)() throws {
                let test = TestStore(
                    initialState: try decoded(\(start), as: RecordedState.self),
                    reducer: \(reducer),
                    middleware: \(middleware)\(hasStates ? "" : ",\n        checks: .onlyWhatIsSaid")
                )

            """
        var time = steps.first?.time ?? .zero
        func advance(to moment: Duration) -> String {
            guard moment > time else { return "" }
            defer { time = moment }
            return "    test.advance(by: .nanoseconds(\((moment - time).nanoseconds)))\n"
        }
        for step in steps {
            // What follows at once has no time of its own.
            if step.isOfRun || !step.hasCause { text += advance(to: step.time) }
            let change = hasStates ? step.stateAfter.map { ", try change(to: \($0))" } : nil
            text += "    test.\(step.hasCause ? "receive" : "send")(try action(\(step.action))\(change ?? ""))\n"
        }
        text += runs.compactMap(\.ended).max().map { advance(to: $0) } ?? ""
        if runs.contains(where: { $0.ending == .running }) { text += "    test.skipRuns()\n" }
        return text + "    test.finish()\n}\n" + aliases + TestSource.reading(hasStates) + TestSource.decoding
    }

    private static func reading(_ hasStates: Bool) -> String {
        let change = """

            private func change(to json: String) throws -> (inout RecordedState) -> Void {
                let state = try decoded(json, as: RecordedState.self)
                return { $0 = state }
            }

            """
        return """

            private func action(_ json: String) throws -> RecordedAction { try decoded(json, as: RecordedAction.self) }

            """ + (hasStates ? change : "")
    }
}
