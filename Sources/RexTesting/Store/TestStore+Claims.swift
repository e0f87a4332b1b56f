// SPDX-License-Identifier: MIT

import RexCore

// The checks of a test store, and the reports of failed checks.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Checks a condition of the state, after taking all ready steps.
    ///
    /// - Parameter text: A description of the condition, for the failure.
    public func expect(
        _ text: String? = nil,
        _ claim: (StateType) -> Bool,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        drain(at: location)
        let state = state
        world.exploration?.note(.call("expect { … }", of: number))
        guard !claim(state) else { return }
        let description = text ?? "The condition is false."
        fail("expect: \(description)\(lastAction)\nThe state:\n\(lines(state))\(outside())", at: location)
    }

    /// Checks any other condition, for example of a fake server.
    ///
    /// ```swift
    /// let received = try test.perform { await server.received }
    /// test.expect(received.count == 1, "the server has the message once")
    /// ```
    ///
    /// - Parameter text: A description of the condition, for the failure.
    public func expect(
        _ isTrue: Bool,
        _ text: String? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        world.exploration?.note(.call("expect(…)", of: number))
        guard !isTrue else { return }
        fail("expect: \(text ?? "The condition is false.")\(lastAction)\(outside())", at: location)
    }

    /// The last action with its changes and its origin, on separate lines.
    ///
    /// Empty if there was no action.
    private var lastAction: String {
        guard let entry = log.entries.last else { return "" }
        let changes = difference(from: entry.before, to: entry.after)
        return "\nThe last action was \(text(entry.action))\(changes.map { " (- before, + after):\n\($0)" } ?? ".")"
            + log.origin(of: entry)
    }

    /// Checks that nothing is left: no unreceived action, no run, and no pending timer.
    ///
    /// In debug builds, it also fails if a reducer has started a `Request`, `Pages` or `Requests`
    /// that no feature of the store runs. Requests that run in the initial state don't count.
    ///
    /// With ``TestChecks/onlyWhatIsSaid`` it only checks that no `Task { }` of a run outlives that
    /// run. Nothing cancels such a task, and a schedule does not control it. It is reported unless
    /// it ends within 100 ms. If it is meant to continue, call
    /// ``skipRuns(fileID:filePath:line:column:)`` first.
    ///
    /// Call this at the end of each test. A test store that is released without it fails the test,
    /// unless one of its own checks has failed already. So if an error ends the test, the test has
    /// two failures: the error and the missing call.
    public func finish(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        world.exploration?.noteCall("finish()", of: number)
        drain(at: location)
        hasFinished = true
        world.waitForEscapedTasks(of: number)
        let left = leftovers()
        if left.isEmpty, !hasFailed, !log.hasFailed { checkClosures() }
        guard !left.isEmpty else { return }
        // Real time passes before an escaped task is reported.
        let cost = world.escapedRuns(of: number).isEmpty ? 0 : 1
        fail("finish: The test store is not finished.\n\(left)", at: location, cost: cost)
    }

    /// Fails the test for each closure that has changed nothing, or the exploration if that is so in every
    /// schedule.
    ///
    /// - Parameter onlyNeeded: Whether to note only those that have changed something, for a killed store.
    func checkClosures(onlyNeeded: Bool = false) {
        for closure in closures where closure.isNeeded || !onlyNeeded {
            let text = "\(closure.call): The closure changes nothing"
            if let exploration = world.exploration {
                exploration.add(
                    Exploration.Goal(text: text, location: closure.location, isMet: closure.isNeeded, isClosure: true)
                )
            } else if !closure.isNeeded {
                fail("\(text): remove it.", at: closure.location)
            }
        }
    }

    /// Marks all actions that the app has sent itself so far as received.
    public func skipActions(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        drain(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        log.receive(.max)
    }

    /// Excludes the current runs, escaped tasks and timers from all later checks.
    ///
    /// The runs continue until the test store is released. Running requests without a feature are
    /// excluded too.
    public func skipRuns(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        drain(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        for run in world.runs(of: number) + world.escapedRuns(of: number) { run.skip() }
        world.skipEvents(of: number)
        log.skipUnhandledRuns()
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Receives an action for which `match` returns a value, and compares its state change.
    func receive<Value>(
        _ call: @autoclosure () -> String,
        expecting expected: ActionType?,
        _ changes: (inout StateType) -> Void,
        isGiven: Bool,
        at location: CallSite,
        _ match: (ActionType) -> Value?
    ) -> Value? {
        guard begin(call(), at: location) != nil else { return nil }
        drain(at: location)
        let searched = checks == .everything ? log.firstUnreceived.map { [$0] } ?? [] : log.unreceived
        for index in searched.indices {
            let entry = searched[index]
            guard let value = match(entry.action) else { continue }
            log.receive(index + 1)
            compare(entry, changes, isGiven: isGiven, in: "receive", code(entry.action), at: location)
            return value
        }
        if let entry = searched.first, checks == .everything {
            // The action counts as received, so that later calls receive the later actions.
            log.receive(1)
            let difference =
                expected.map { RexTesting.difference(from: $0, to: entry.action) ?? "" } ?? "+ \(text(entry.action))"
            fail(
                "\(call()): Received a different action (- expected, + received):\n\(difference)\(log.origin(of: entry))",
                at: location
            )
        } else {
            let skipped = searched.map { "\n  \(text($0.action))" }.joined()
            let result =
                skipped.isEmpty ? "No unreceived action is left." : "None of the unreceived actions matches:"
            fail("\(call()): \(result)\(skipped)\n\(waiting())", at: location)
        }
        return nil
    }

    /// Reports a failure if an action has not changed the state as expected.
    func compare(
        _ entry: ActionLog<ActionType, StateType>.Entry,
        _ changes: (inout StateType) -> Void,
        isGiven: Bool,
        in call: String,
        _ action: @autoclosure () -> String,
        at location: CallSite
    ) {
        var expected = checks == .everything ? entry.before : entry.after
        changes(&expected)
        if isGiven, checks == .everything {
            closures.note(call, at: location) { areDifferent(entry.before, expected) }
        }
        guard let lines = difference(from: expected, to: entry.after) else { return }
        let failure =
            if checks == .onlyWhatIsSaid {
                "The state differs from the expected one (- expected, + actual):"
            } else if !areDifferent(entry.before, expected) {
                """
                The action changed the state, but the test expects no change (- before, + after). \
                Describe the change in a trailing closure.
                """
            } else if !areDifferent(entry.before, entry.after) {
                "The test expects a change, but the action changed nothing (- expected, + actual):"
            } else {
                "The state differs from the expected one (- expected, + actual):"
            }
        // An action of the test itself was dispatched at the location of the failure.
        let origin = entry.cause == nil && entry.source.trail.isEmpty ? "" : log.origin(of: entry)
        fail("\(call)(\(action())): \(failure)\n\(lines)\(origin)\(outside())", at: location)
    }

    /// Returns the actions, runs, timers and escaped tasks that are left, on separate lines.
    ///
    /// Without anything to report, the text is empty. ``checks`` decides what is reported.
    func leftovers() -> String {
        var parts = [("Tasks that outlive their runs:", escapedTasks())]
        if checks == .everything {
            let actions = log.unreceived.map { entry in
                text(entry.action) + log.origin(of: entry).replacing("\n", with: "\n  ")
            }
            parts =
                [
                    ("Unreceived actions:", actions),
                    ("Runs that have not ended:", openRuns(skipped: false).map(\.description)),
                    ("Runs that never begin:", log.unhandledRuns),
                    ("Work of the test scheduler:", scheduledWork()),
                ] + parts
        }
        return parts.filter { !$0.1.isEmpty }.map { ([$0.0] + $0.1).joined(separator: "\n  ") }.joined(separator: "\n")
    }

    /// Describes the tasks that outlive their runs.
    private func escapedTasks() -> [String] {
        let runs = world.escapedRuns(of: number)
        guard !runs.isEmpty else { return [] }
        let moments = world.events.reduce(into: [Int: Duration]()) { moments, event in
            if let run = event.escaped?.number, moments[run] == nil { moments[run] = event.moment }
        }
        return runs.map { run in
            let action = run.source?.number.flatMap(log.entry(number:)).map { ", because of \(text($0.action))," } ?? ""
            let wait = moments[run.number].map { "sleeps until \(text(of: $0))" } ?? "is running"
            return "a `Task { }` of \(run.name)\(action) \(wait)"
        }
    }

    /// Describes the runs and timers that may still send an action, and the calls that advance
    /// them.
    ///
    /// Without `settle()` if that was just called.
    func waiting(afterWaiting hasWaited: Bool = false) -> String {
        let lines = openRuns().map(\.description) + scheduledWork()
        guard !lines.isEmpty else { return "Nothing is running, and no timer is pending." }
        let advice =
            world.nextDeadline == nil ? "" : "\nThe time is \(text(of: world.now)). Call advance(by:) to advance it."
        let outside = !hasWaited && runsOutside > 0
        return "Still pending:" + lines.map { "\n  " + $0 }.joined() + advice
            + (outside ? "\nCall settle() to wait for work that the test does not control." : "")
    }

    /// Returns a line about runs that wait for something outside of the test.
    ///
    /// Empty if no run does.
    private func outside() -> String {
        let count = runsOutside
        guard count > 0 else { return "" }
        let runs = count == 1 ? "A run waits" : "\(count) runs wait"
        return """

            \(runs) for something that the test does not control. Call settle() to wait for it.
            """
    }

    private func scheduledWork() -> [String] {
        world.events.compactMap { event in
            guard !event.isSkipped else { return nil }
            switch event.kind {
            case .work: return "work of the test scheduler, due at \(text(of: event.moment))"
            // A sleeper without a run.
            case .sleeper:
                return event.run == nil ? "a task without a run sleeps until \(text(of: event.moment))" : nil
            }
        }
    }
}

/// A closure of a test for the changes of an action.
struct ChangesClosure {
    let call: String
    let location: CallSite
    /// Whether it has changed the state in one of its calls.
    fileprivate(set) var isNeeded: Bool
}

extension [ChangesClosure] {
    /// Notes a call of a closure.
    ///
    /// - Parameter changes: Returns whether it has changed the state, unless that is known of an earlier call.
    fileprivate mutating func note(_ call: String, at location: CallSite, _ changes: () -> Bool) {
        let index = firstIndex { $0.location == location && $0.call == call } ?? endIndex
        if index == endIndex { append(ChangesClosure(call: call, location: location, isNeeded: false)) }
        if !self[index].isNeeded { self[index].isNeeded = changes() }
    }
}
