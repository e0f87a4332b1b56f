// SPDX-License-Identifier: MIT

import RexCore

extension Recording where ActionType: Codable {
    /// A Swift file with a test that sends what came from outside, and expects what followed.
    ///
    /// It is a test with `TestStore` of `RexTesting`, whose store begins with the state before the
    /// oldest action. What the middleware has sent is received; its runs begin again, and the clock
    /// is moved to the moments of the recording. So the middleware is to be made of effects that
    /// wait for nothing but that clock, such as a double of the network that answers when and what
    /// was recorded. Without a middleware each action is sent. What came from outside while another
    /// action was being processed, such as from an observer, is sent at that place again.
    ///
    /// Of a recording that ``isRedacted`` a comment at the top lists the actions, whose values are
    /// to be filled in.
    ///
    /// Where the recorder kept the states each of them is expected; if they are not `Codable`, or
    /// where it kept the changes, the texts of the changes are; and where it kept neither only the
    /// actions. Values are equal that `==` says to
    /// be, or that have no difference.
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
    ///   - name: the name of the test.
    ///   - state: the state before the oldest action, as an expression in Swift; nil for the one
    ///     that was kept, which has to be `Codable` then.
    ///   - reducer: the reducer, as an expression in Swift.
    ///   - middleware: what answers, such as bridges and effects, as an expression in Swift; nil
    ///     for none.
    /// - Throws: a ``RecordingError`` that says what cannot be written: there is no action; the
    ///   first state was not kept, and none is given; a type is private; an action or a state is
    ///   not the same once it was encoded and decoded; the actions are of several stores, or came
    ///   in an order that a test cannot repeat, such as those of a run that another thread was
    ///   processing meanwhile.
    /// - Complexity: O(*n*) in the size of the actions and of the states, all of which are encoded
    ///   and decoded.
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
            if let state { start = state } else { start = try firstState() }
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
                "the first state cannot be encoded: \(StateType.self) is not Codable. Say the state with from:, as an expression in Swift."
            )
        }
        let json = try SourceLiteral.of(state, "the state before action \(first.number)")
        return "try decoded(\(json), as: RecordedState.self)"
    }
}

/// Why something cannot be written.
struct Obstacle: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
