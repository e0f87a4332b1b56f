// SPDX-License-Identifier: MIT

import RexCore

extension Recording where ActionType: Codable, StateType: Codable {
    /// A Swift file with a test that sends what came from outside, and expects what followed.
    ///
    /// The test makes a store that begins with the state before the oldest action. All that follows from an action has to
    /// follow again. Without a middleware each action is sent, and the states are compared.
    ///
    /// If runs of effects were recorded and there is a middleware, it is a test with `TestStore` of `RexTesting`:
    /// its clock is moved to the moments of the recording, and what the runs have sent has to be sent again. It waits for
    /// nothing but that clock, so the middleware is to be made of effects that need nothing else, such as a double of the
    /// network that returns what was recorded. Else the test needs `RexCore` alone.
    ///
    /// ```swift
    /// let source = recording.testSource(named: "search", reducer: ".search", middleware: "BridgeMiddleware.search")
    /// try source.write(toFile: "Tests/SearchTests.swift", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// - `name`: the name of the test, an identifier.
    /// - `reducer`: the reducer, as an expression in Swift.
    /// - `middleware`: what answers, such as bridges and effects, as an expression in Swift; nil for none.
    /// - Complexity: O(*n*) in the size of the actions and of the states, which have to have been kept to be expected.
    public func testSource(named name: String, reducer: String = ".app", middleware: String? = nil) -> String {
        let source = TestSource(self)
        guard let middleware, !runs.isEmpty else {
            return source.text(named: name, reducer: reducer, middleware: middleware)
        }
        return source.timedText(named: name, reducer: reducer, middleware: middleware, runs: runs)
    }
}

/// A file with a test.
struct TestSource {
    /// An action, with its state as literals of JSON.
    struct Step {
        let action: String
        let stateAfter: String?
        let time: Duration
        /// Whether the run of an effect has sent it.
        let isOfRun: Bool
        /// Whether the action that caused it is there.
        let hasCause: Bool
    }

    /// What can be sent or expected.
    let steps: [Step]
    let start: String
    let action: String
    let state: String

    init<ActionType: Codable, StateType: Codable>(_ recording: Recording<ActionType, StateType>) {
        let entries = recording.entries.filter { $0.isDone && $0.action != nil }
        steps = entries.map { entry in
            Step(
                action: TestSource.literal(entry.json(of: entry.action, nil)),
                stateAfter: entry.stateAfter.map { TestSource.literal(entry.json(of: $0, nil)) },
                time: entry.time,
                isOfRun: entry.run != nil,
                hasCause: entry.cause.flatMap { recording.entry($0) } != nil
            )
        }
        start = TestSource.literal(entries.first.map { $0.json(of: $0.stateBefore, nil) } ?? Array("null".utf8))
        (action, state) = (String(reflecting: ActionType.self), String(reflecting: StateType.self))
    }

    func head(importing modules: [String]) -> String {
        let own = Set([action, state].compactMap { $0.split(separator: ".").first }).sorted()
        return """
            // Made of a recording: it sends what came from outside, and expects what followed.

            \(modules.map { "import \($0)\n" }.joined())\(own.filter { $0 != "Swift" }.map { "@testable import \($0)\n" }.joined())

            """
    }

    /// A test that needs `RexCore` alone.
    func text(named name: String, reducer: String, middleware: String?) -> String {
        var text = head(importing: ["Foundation", "RexCore", "Testing"])
        text += """
            @Test func \(name)() throws {
                let processed = Processed()
                let store = Store(
                    initialState: try decoded(\(start), as: RecordedState.self),
                    reducer: \(reducer),
                    middleware: \(middleware.map { "\($0) <> " } ?? "")processed.middleware
                )
                func send(_ json: String) throws { store.dispatch(try decoded(json, as: RecordedAction.self)) }

            """
        var batch = Batch()
        for step in steps {
            // What comes at once from one action is expected together.
            if middleware == nil || step.isOfRun || !step.hasCause {
                text += batch.end()
                text += "    try send(\(step.action))\n"
            }
            batch.add(step)
        }
        return text + batch.end() + "}\n" + aliases + TestSource.decoding + TestSource.comparing
    }

    /// What follows from one action.
    private struct Batch {
        private var actions: [String] = []
        private var state: String?

        mutating func add(_ step: Step) {
            actions.append(step.action)
            state = step.stateAfter
        }

        mutating func end() -> String {
            guard !actions.isEmpty else { return "" }
            defer { self = Batch() }
            let list = actions.joined(separator: ", ")
            let expected = state.map {
                "    #expect(try normal(store.state) == normal(\($0), as: RecordedState.self))\n"
            }
            return "    #expect(try processed.take() == normal([\(list)]))\n" + (expected ?? "")
        }
    }

    var aliases: String {
        """

        private typealias RecordedAction = \(action)
        private typealias RecordedState = \(state)

        """
    }

    private static var comparing: String {
        """

        /// What the store has processed since the last call.
        private final class Processed: @unchecked Sendable {
            private let lock = NSLock()
            private var actions: [RecordedAction] = []

            var middleware: AnyMiddleware<RecordedAction, RecordedAction, RecordedState> {
                AnyMiddleware { action, _, _ in
                    self.lock.withLock { self.actions.append(action) }
                    return .pure()
                }
            }

            func take() throws -> [String] {
                let actions = lock.withLock {
                    defer { self.actions = [] }
                    return self.actions
                }
                return try actions.map { try normal($0) }
            }
        }

        /// A value as JSON in which equal values look equal.
        private func normal(_ value: some Encodable) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            encoder.dataEncodingStrategy = .deferredToData
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf",
                negativeInfinity: "-inf",
                nan: "nan"
            )
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }

        private func normal<Value: Codable>(_ json: String, as type: Value.Type) throws -> String {
            try normal(decoded(json, as: type))
        }

        private func normal(_ actions: [String]) throws -> [String] {
            try actions.map { try normal($0, as: RecordedAction.self) }
        }

        """
    }

    static var decoding: String {
        """

        private func decoded<Value: Decodable>(_ json: String, as type: Value.Type) throws -> Value {
            let decoder = JSONDecoder()
            decoder.dataDecodingStrategy = .deferredToData
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf",
                negativeInfinity: "-inf",
                nan: "nan"
            )
            return try decoder.decode(type, from: Data(json.utf8))
        }

        """
    }

    /// A literal in which no character means something.
    static func literal(_ json: [UInt8]) -> String {
        let text = String(decoding: json, as: UTF8.self)
        var hashes = "#"
        while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
        return "\(hashes)\"\(text)\"\(hashes)"
    }
}
