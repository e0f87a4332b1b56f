// SPDX-License-Identifier: MIT

import RexCore

extension Recording where ActionType: Codable, StateType: Codable {
    /// A Swift file with a test that sends what came from outside, and expects what followed.
    ///
    /// The test makes a store that begins with the state before the oldest action. What a run of an effect has sent counts as
    /// coming from outside, since that took time; all that follows from an action at once has to follow
    /// again. Without a middleware each action is sent, and the states are compared.
    ///
    /// ```swift
    /// let source = recording.testSource(named: "search", reducer: ".search", middleware: "BridgeMiddleware.search")
    /// try source.write(toFile: "Tests/SearchTests.swift", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// - `name`: the name of the test, an identifier.
    /// - `reducer`: the reducer, as an expression in Swift.
    /// - `middleware`: what answers at once, such as bridges, as an expression in Swift; nil for none.
    /// - Complexity: O(*n*) in the size of the actions and of the states, which have to have been kept to be expected.
    public func testSource(named name: String, reducer: String = ".app", middleware: String? = nil) -> String {
        TestSource(self, name: name, reducer: reducer, middleware: middleware).text
    }
}

/// A file with a test.
private struct TestSource {
    private(set) var text: String

    init<ActionType: Codable, StateType: Codable>(
        _ recording: Recording<ActionType, StateType>,
        name: String,
        reducer: String,
        middleware: String?
    ) {
        let (action, state) = (String(reflecting: ActionType.self), String(reflecting: StateType.self))
        let modules = Set([action, state].compactMap { $0.split(separator: ".").first }).sorted()
        let entries = recording.entries.filter { $0.isDone && $0.action != nil }
        let start = entries.first.map { $0.json(of: $0.stateBefore, nil) } ?? Array("null".utf8)
        text = """
            // Made of a recording: it sends what came from outside, and expects what followed.

            import Foundation
            import RexCore
            import Testing
            \(modules.filter { $0 != "Swift" }.map { "@testable import \($0)\n" }.joined())
            @Test func \(name)() throws {
                let processed = Processed()
                let store = Store(
                    initialState: try decoded(\(TestSource.literal(start)), as: \(state).self),
                    reducer: \(reducer),
                    middleware: \(middleware.map { "\($0) <> " } ?? "")processed.middleware
                )
                func send(_ json: String) throws { store.dispatch(try decoded(json, as: \(action).self)) }

            """
        var batch = Batch()
        for entry in entries {
            let isSent = middleware == nil || entry.run != nil || recording.entry(entry.cause ?? -1) == nil
            // What comes at once from one action is expected together.
            if isSent {
                text += batch.end()
                text += "    try send(\(TestSource.literal(entry.json(of: entry.action, nil))))\n"
            }
            batch.add(entry.json(of: entry.action, nil), entry.stateAfter.map { entry.json(of: $0, nil) })
        }
        text += batch.end() + "}\n" + TestSource.helpers(action: action, state: state)
    }

    /// What follows from one action.
    private struct Batch {
        private var actions: [[UInt8]] = []
        private var state: [UInt8]?

        mutating func add(_ action: [UInt8], _ state: [UInt8]?) {
            actions.append(action)
            self.state = state
        }

        mutating func end() -> String {
            guard !actions.isEmpty else { return "" }
            defer { self = Batch() }
            let list = actions.map(TestSource.literal).joined(separator: ", ")
            let expected = state.map {
                "    #expect(try normal(store.state) == normal(\(TestSource.literal($0)), as: RecordedState.self))\n"
            }
            return "    #expect(try processed.take() == normal([\(list)]))\n" + (expected ?? "")
        }
    }

    private static func helpers(action: String, state: String) -> String {
        """

        private typealias RecordedAction = \(action)
        private typealias RecordedState = \(state)

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

    /// A literal in which no character means something.
    private static func literal(_ json: [UInt8]) -> String {
        let text = String(decoding: json, as: UTF8.self)
        var hashes = "#"
        while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
        return "\(hashes)\"\(text)\"\(hashes)"
    }
}
