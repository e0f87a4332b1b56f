// SPDX-License-Identifier: MIT

import StateComparison

/// The file of a test.
struct TestSource {
    let name: String
    let action: SourceName
    let state: SourceName
    /// A Swift expression for the first state.
    let start: String
    let reducer: String
    let middleware: String?
    let steps: TestSteps
    /// The tasks that start again.
    let runs: [RecordedRun]
    /// The actions that may be redacted, for people.
    let redacted: [String]

    var text: String {
        let meanwhile = meanwhile
        let records = steps.changes != nil
        let others = ["Foundation", "RexCore", "RexTesting", "Testing"] + (records ? ["RecorderMiddleware"] : [])
        return """
            // Made of a recording: it sends what came from outside, and expects what followed.
            \(remark)
            \(SourceName.imports([action, state], and: others))
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
            @Test func \(name)() throws {
            \(locals(meanwhile))    let test = TestStore(
                    initialState: \(start),
                    reducer: \(reducer),
                    middleware: \(middlewares(meanwhile))\(steps.hasStates ? "" : ",\n        checks: .onlyWhatIsSaid")
                )
            \(body)}

            private typealias RecordedAction = \(action.text)
            private typealias RecordedState = \(state.text)

            """ + TestSource.reading(repeatsStart: steps.steps.contains { $0.arrival == .atStart })
                + (steps.hasStates ? TestSource.changing : "")
                + (meanwhile.isEmpty ? "" : TestSource.sendingMeanwhile)
    }

    /// The work that is left for the user before the test is useful.
    private var remark: String {
        guard !redacted.isEmpty else { return "" }
        let actions = redacted.map { "//     \($0.onOneLine)\n" }.joined()
        return "// Fill in the redacted values of these actions, and of the states:\n\(actions)"
    }

    // MARK: Before the test store

    /// The actions that came from outside during another action, by the position of that action,
    /// from 1, and after 0 the random ones of the start.
    private var meanwhile: [(host: Int, actions: [String])] {
        var actions = (0...steps.steps.count).map { (host: $0, actions: [String]()) }
        for step in steps.steps {
            switch step.arrival {
            case .meanwhile(let host): actions[host + 1].actions.append(step.action)
            case .atStart: actions[0].actions.append(step.action)
            case .sent, .following, .fromRun: break
            }
        }
        return actions.filter { !$0.actions.isEmpty }
    }

    private func locals(_ meanwhile: [(host: Int, actions: [String])]) -> String {
        var text = ""
        if isOrdered {
            let actions = steps.steps.map { "        \($0.action),\n" }.joined()
            text += "    // Concurrent runs send in this order too.\n"
            text += "    let actions = try [\n\(actions)    ].map(action)\n"
        }
        if !meanwhile.isEmpty {
            let entries = meanwhile.map { entry in
                "        \(entry.host): [\(entry.actions.map { "try action(\($0))" }.joined(separator: ", "))],\n"
            }
            text += "    let meanwhile = Meanwhile([\n\(entries.joined())    ])\n"
        }
        if steps.changes != nil {
            text += "    let recorder = Recorder<RecordedAction, RecordedState>(keeping: .changes)\n"
        }
        return text
    }

    private func middlewares(_ meanwhile: [(host: Int, actions: [String])]) -> String {
        let all = [
            isOrdered ? middleware.map { "(\($0)).inOrder(of: actions)" } : middleware,
            meanwhile.isEmpty ? nil : "meanwhile", steps.changes == nil ? nil : "recorder.middleware",
        ].compactMap(\.self)
        return all.isEmpty
            ? "IdentityMiddleware<RecordedAction, RecordedAction, RecordedState>()" : all.joined(separator: " <> ")
    }

    /// Whether the middleware has to send in the recorded order.
    private var isOrdered: Bool { middleware != nil && steps.isConcurrent }

    // MARK: Steps

    private var body: String {
        var text = ""
        var time = steps.steps.first?.time ?? .zero
        func advance(to moment: Duration) -> String {
            guard !runs.isEmpty, moment > time else { return "" }
            defer { time = moment }
            return "    test.advance(by: .nanoseconds(\((moment - time).nanoseconds)))\n"
        }
        for (index, step) in steps.steps.enumerated() {
            let isSent = step.arrival == .sent
            // Actions that follow at once need no advance.
            if isSent || step.arrival == .fromRun { text += advance(to: step.time) }
            let change =
                steps.hasStates && step.changesState ? step.state.map { ", try change(to: \($0))" } : nil
            let action = isOrdered ? "actions[\(index)]" : "try action(\(step.action))"
            text += "    test.\(isSent ? "send" : "receive")(\(action)\(change ?? ""))\n"
        }
        text += runs.compactMap(\.ended).max().map { advance(to: $0) } ?? ""
        let isOpen = runs.contains(where: mayGoOn)
        if !steps.hasStates, !isOpen {
            text += "    test.expect(test.actions.count == \(steps.steps.count), \"no other action was processed\")\n"
        }
        if let changes = steps.changes {
            let texts = changes.map { "        \(SourceLiteral.of(text: $0)),\n" }.joined()
            text += "    let changes = try [\n\(texts)    ].map { try decoded($0, as: String.self) }\n"
            let entries = "recorder.recording().entries" + (isOpen ? ".prefix(changes.count)" : "")
            text += "    #expect(\(entries).map(\\.change) == changes)\n"
        }
        if isOpen {
            text += "    // The recording ended during a run, which may send more.\n"
            text += "    test.skipActions()\n    test.skipRuns()\n"
        }
        return text + "    test.finish()\n"
    }

    /// Returns whether no recorded action has ended the run.
    ///
    /// It may have ended with its store.
    private func mayGoOn(_ run: RecordedRun) -> Bool {
        run.ending != .returned && (run.ended ?? .seconds(Int64.max)) > (steps.steps.last?.time ?? .zero)
    }
}
