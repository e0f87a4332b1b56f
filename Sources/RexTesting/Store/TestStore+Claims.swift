// SPDX-License-Identifier: MIT

import RexCore

// What a test can claim of a test store, and how a claim that does not hold is reported.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Claims something of the state, once all is done that can be done at this moment.
    ///
    /// - Parameter text: what is claimed, for the failure.
    public func expect(
        _ text: String? = nil,
        _ claim: (StateType) -> Bool,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        drain(at: place)
        let state = state
        world.exploration?.note(.call("expect { … }", of: number))
        guard !claim(state) else { return }
        let claimed = text ?? "what is claimed of the state does not hold."
        fail("expect: \(claimed)\n  \(RexTesting.text(state))\(lastAction)\(outside())", at: place)
    }

    /// Claims something else, such as of a fake server.
    ///
    /// ```swift
    /// let received = try test.perform { await server.received }
    /// test.expect(received.count == 1, "the server has the message once")
    /// ```
    ///
    /// - Parameter text: what is claimed, for the failure.
    public func expect(
        _ isTrue: Bool,
        _ text: String? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        noteProgress()
        world.exploration?.note(.call("expect(…)", of: number))
        guard !isTrue else { return }
        fail("expect: \(text ?? "what is claimed does not hold.")\(lastAction)\(outside())", at: place)
    }

    /// The last action with its origin, on lines of their own; empty if there was none.
    private var lastAction: String {
        log.entries.last.map { "\nThe last action was \(text($0.action)).\(log.origin(of: $0))" } ?? ""
    }

    /// Claims that nothing is left: no action that was not received, no run, and nothing that waits
    /// for its time.
    ///
    /// With ``TestChecks/onlyWhatIsSaid`` it claims only that no `Task { }` of a run has outlived that
    /// run. Nothing cancels such a task, and it is no step of a schedule. It is reported unless it ends
    /// within 100 ms. If it is meant to go on, call ``skipRuns(fileID:filePath:line:column:)`` first.
    ///
    /// Each test ends with this call; a test store that is dropped without it fails the test, unless
    /// it has failed already.
    public func finish(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        world.exploration?.noteCall("finish()", of: number)
        drain(at: place)
        hasFinished = true
        world.waitForEscapedTasks(of: number)
        let left = leftovers()
        // It takes real time to see that a task goes on.
        let cost = world.escapedRuns(of: number).isEmpty ? 0 : 1
        if !left.isEmpty { fail("finish: something is left.\n\(left)", at: place, cost: cost) }
    }

    /// Counts all actions that the app has sent itself until now as received.
    public func skipActions(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        drain(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        log.receive(.max)
    }

    /// Skips the runs that have not ended, the tasks that have escaped their runs, and the timers that
    /// wait now: no claim is about them any more.
    ///
    /// The runs go on, until the test store is dropped.
    public func skipRuns(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        drain(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        for run in world.runs(of: number) + world.escapedRuns(of: number) { run.skip() }
        world.skipEvents(of: number)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Takes an unreceived action in which `match` finds something, and compares what it changed.
    func receive<Value>(
        _ call: @autoclosure () -> String,
        expecting expected: ActionType?,
        _ changes: (inout StateType) -> Void,
        at place: CallSite,
        _ match: (ActionType) -> Value?
    ) -> Value? {
        guard begin(call(), at: place) != nil else { return nil }
        drain(at: place)
        let searched = checks == .everything ? log.firstUnreceived.map { [$0] } ?? [] : log.unreceived
        for (index, entry) in searched.enumerated() {
            guard let value = match(entry.action) else { continue }
            log.receive(index + 1)
            compare(entry, changes, in: "receive(\(code(entry.action)))", at: place)
            return value
        }
        if let entry = searched.first, checks == .everything {
            // It counts as received, so that the claims that follow are of the actions that follow.
            log.receive(1)
            let said = expected.map { difference(from: $0, to: entry.action) ?? "" } ?? "+ \(text(entry.action))"
            fail("\(call()): another action came (- said, + came):\n\(said)\(log.origin(of: entry))", at: place)
        } else {
            let passed = searched.map { "\n  \(text($0.action))" }.joined()
            let came =
                passed.isEmpty ? "no action came that was not received." : "none of the unreceived actions is it:"
            fail("\(call()): \(came)\(passed)\n\(waiting())", at: place)
        }
        return nil
    }

    /// Reports if an action has not changed the state as the test says.
    func compare(
        _ entry: ActionLog<ActionType, StateType>.Entry,
        _ changes: (inout StateType) -> Void,
        in call: @autoclosure () -> String,
        at place: CallSite
    ) {
        var said = checks == .everything ? entry.before : entry.after
        changes(&said)
        guard let lines = difference(from: said, to: entry.after) else { return }
        let what =
            if checks == .onlyWhatIsSaid {
                "the state is another one than said (- said, + is)"
            } else if difference(from: entry.before, to: said) == nil {
                "it changed the state, of which nothing was said (- before, + after)"
            } else if difference(from: entry.before, to: entry.after) == nil {
                "it changed nothing, but a change was said (- said, + is)"
            } else {
                "it changed the state in another way than said (- said, + is)"
            }
        // What the test has sent comes from the very place of the failure.
        let origin = entry.cause == nil && entry.source.trail.isEmpty ? "" : log.origin(of: entry)
        fail("\(call()): \(what):\n\(lines)\(origin)\(outside())", at: place)
    }

    /// The actions, runs, timers and escaped tasks that are left, on lines of their own, as far as the
    /// test has to say something of them; empty if there are none.
    func leftovers() -> String {
        var parts = [("Tasks that have escaped their runs, which have ended:", escapedTasks())]
        if checks == .everything {
            let actions = log.unreceived.map { entry in
                text(entry.action) + log.origin(of: entry).replacing("\n", with: "\n  ")
            }
            parts =
                [
                    ("Actions that were not received:", actions),
                    ("Runs that have not ended:", openRuns(skipped: false).map(\.description)),
                    ("Work of the test scheduler:", scheduledWork()),
                ] + parts
        }
        return parts.filter { !$0.1.isEmpty }.map { ([$0.0] + $0.1).joined(separator: "\n  ") }.joined(separator: "\n")
    }

    /// The tasks that have escaped their runs.
    private func escapedTasks() -> [String] {
        let moments = world.events.reduce(into: [Int: Duration]()) { moments, event in
            if let run = event.escaped?.number, moments[run] == nil { moments[run] = event.moment }
        }
        return world.escapedRuns(of: number).map { run in
            let action = run.source?.number.flatMap(log.entry(number:)).map { ", because of \(text($0.action))," } ?? ""
            let wait = moments[run.number].map { "sleeps until \(text(of: $0))" } ?? "goes on elsewhere"
            return "a `Task { }` of \(run.name)\(action) \(wait)"
        }
    }

    /// The runs and timers that may still send an action, and the call that gets there unless it
    /// was tried.
    func waiting(afterWaiting hasWaited: Bool = false) -> String {
        let lines = openRuns().map(\.description) + scheduledWork()
        guard !lines.isEmpty else { return "Nothing runs, and nothing waits for its time." }
        let advice = world.nextMoment == nil ? "" : "\nadvance(by:) moves the time, which is \(text(of: world.now))."
        let outside = !hasWaited && runsOutside > 0
        return "There are still:" + lines.map { "\n  " + $0 }.joined() + advice
            + (outside ? "\nsettle() waits for what is outside." : "")
    }

    /// A line that says that something is missing which the test cannot move; empty if nothing is.
    private func outside() -> String {
        let count = runsOutside
        guard count > 0 else { return "" }
        let runs = count == 1 ? "A run waits" : "\(count) runs wait"
        return """

            \(runs) for something that the test does not move, or for a value that nobody sends; settle() waits for it.
            """
    }

    private func scheduledWork() -> [String] {
        world.events.compactMap { event in
            guard !event.isSkipped else { return nil }
            switch event.kind {
            case .work: return "work of the test scheduler, due at \(text(of: event.moment))"
            // A sleeper that belongs to no run.
            case .sleeper:
                return event.run == nil ? "a task that is no run sleeps until \(text(of: event.moment))" : nil
            }
        }
    }
}
