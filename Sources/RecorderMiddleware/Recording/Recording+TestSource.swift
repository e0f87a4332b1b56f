// SPDX-License-Identifier: MIT

import RexCore

extension Recording where ActionType: Codable {
    /// Returns a Swift file with a test that repeats the recording: it sends the actions from
    /// outside, and expects the others.
    ///
    /// The test uses the `TestStore` of `RexTesting`, which starts with the state before the oldest
    /// action. Actions of the middleware are received: its runs start again, and the clock advances
    /// to the times of the recording. So the middleware must consist of effects that wait for that
    /// clock only. For example, replace the network by a double that answers with the recorded
    /// values, at the recorded times or before. Runs that were active at the same time send in the
    /// recorded order. Without a middleware, each action is sent. Actions that came from outside
    /// during another action, for example from an observer, are sent at the same point again. If the
    /// recording ended while a run was active, the test ignores what that run sends later.
    ///
    /// For a recording that ``isRedacted``, a comment at the top lists the actions whose values
    /// must be filled in.
    ///
    /// The test expects the states if the recorder kept them and they are `Codable`, the texts of
    /// the changes if it kept changes or other states, and otherwise only the actions. Values are
    /// the same if they are equal by `==` or have no difference.
    ///
    /// ```swift
    /// let source = try recording.testSource(
    ///     named: "search",
    ///     reducer: ".search",
    ///     middleware: "BridgeMiddleware.search"
    /// )
    /// try source.write(toFile: "Tests/SearchTests.swift", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the test.
    ///   - state: The state before the oldest action, as a Swift expression. Nil for the kept
    ///     state, which must be `Codable`.
    ///   - reducer: The reducer, as a Swift expression.
    ///   - middleware: The middleware that answers, such as bridges and effects, as a Swift
    ///     expression. Nil for none.
    /// - Throws: A ``RecordingError`` with the reason. There is no action, or no first state was
    ///   kept or given. A type is private. An action or a state differs after encoding and
    ///   decoding. The actions belong to several stores, or came in an order that a test cannot
    ///   repeat, for example because another thread was processing.
    /// - Complexity: O(*n*) in the size of the actions and states, which are all encoded and
    ///   decoded.
    public func testSource(
        named name: String,
        from state: String? = nil,
        reducer: String = ".app",
        middleware: String? = nil
    ) throws(RecordingError) -> String {
        let obstacle: String
        do throws(Obstacle) {
            let steps = try TestSteps(self, hasMiddleware: middleware != nil)
            let start: String
            if let state {
                start = state
                // Only a decoded state has the ids of the recording.
                if let place = steps.steps.firstIndex(where: { $0.arrival == .atStart }) {
                    throw Obstacle(
                        """
                        \(errorName(of: entries.filter(\.isDone)[place])) contains random numbers, and a test repeats \
                        them only with the kept state. Leave out from:.
                        """
                    )
                }
            } else {
                start = try firstState()
            }
            let source = TestSource(
                name: try SourceName.identifier(name),
                action: try SourceName(of: ActionType.self),
                state: try SourceName(of: StateType.self),
                start: start,
                reducer: reducer,
                middleware: middleware,
                steps: steps,
                runs: middleware == nil ? [] : runs,
                redacted: isRedacted ? entries.map { "\(numbering.label($0.number)) \($0.actionText)" } : []
            )
            return source.text
        } catch {
            obstacle = error.text
        }
        throw RecordingError("A test cannot be written of this recording: \(obstacle)")
    }

    private func firstState() throws(Obstacle) -> String {
        guard let first = entries.first(where: \.isDone), let state = first.stateBefore else {
            throw Obstacle(
                """
                the state before the first action was not kept. Say it with from:, as an expression in Swift, or record \
                with keeping: .all.
                """
            )
        }
        guard let state = state as? any Codable else {
            throw Obstacle(
                "the first state cannot be encoded: \(StateType.self) is not Codable. Pass the state as from:, as a Swift expression."
            )
        }
        let json = try SourceLiteral.of(state, "the state before action \(numbering.label(first.number))", mark: .start)
        return "try decoded(\(json), as: RecordedState.self)"
    }
}

/// The reason why a test cannot be written.
struct Obstacle: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
