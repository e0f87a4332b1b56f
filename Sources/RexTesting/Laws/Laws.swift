// SPDX-License-Identifier: MIT

public import RexCore

// The laws that types of Rex keep, for the types of its users.

/// Claims that a type is a monoid: joining is associative, and joining with the identity changes
/// nothing.
///
/// ```swift
/// expectMonoid(Total(value: 1), Total(value: 2), Total(value: 3)) { $0.value }
/// ```
///
/// All triples of the samples are joined, so three to ten that do not commute are enough.
///
/// - Parameters:
///   - samples: values of the type; without one the test fails.
///   - observe: what can be seen of a value; two values that look the same are the same. It is
///     called again for each value that was joined. A closure cannot be seen: call it, and look at
///     what it returns.
/// - Complexity: O(*n*³) in the samples.
public func expectMonoid<Value: Monoid, Observation>(
    _ samples: Value...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    observe: (Value) -> Observation
) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let law = Law(name: "expectMonoid", place: place)
    guard law.isAsked(samples, "a sample") else { return }
    for (index, a) in samples.enumerated() {
        let plain = observe(a)
        let name = "sample \(index + 1)"
        guard
            law.holds("identity <> \(name)", plain, observe(.append(.identity, a)), like: name),
            law.holds("\(name) <> identity", plain, observe(.append(a, .identity)), like: name)
        else { return }
    }
    for (i, a) in samples.enumerated() {
        for (j, b) in samples.enumerated() {
            for (k, c) in samples.enumerated() {
                let left = observe(.append(.append(a, b), c))
                let right = observe(.append(a, .append(b, c)))
                let (x, y, z) = ("sample \(i + 1)", "sample \(j + 1)", "sample \(k + 1)")
                guard law.holds("\(x) <> (\(y) <> \(z))", left, right, like: "(\(x) <> \(y)) <> \(z)") else { return }
            }
        }
    }
}

/// Claims that a lift keeps what it lifts together: that of the identity is the identity, and that
/// of a composition is the composition of the lifts.
///
/// ```swift
/// expectLift(counter, lift: { $0.lift(action: \AppAction.counter, state: \App.count) }) { reducer in
///     var app = App()
///     reducer.reduce(.counter(.increment), &app)
///     return app
/// }
/// ```
///
/// - Parameters:
///   - samples: values to lift; without one the test fails.
///   - lift: makes a value of the type around.
///   - observe: what can be seen of a lifted value; two that look the same are the same.
/// - Complexity: O(*n*²) in the samples.
public func expectLift<Local: Monoid, Global: Monoid, Observation>(
    _ samples: Local...,
    lift: (Local) -> Global,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    observe: (Global) -> Observation
) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let law = Law(name: "expectLift", place: place)
    guard law.isAsked(samples, "a sample") else { return }
    let identity = observe(Global.identity)
    guard law.holds("the lift of the identity", identity, observe(lift(.identity)), like: "the identity") else {
        return
    }
    for (index, a) in samples.enumerated() {
        for (other, b) in samples.enumerated() {
            let together = observe(lift(.append(a, b)))
            let apart = observe(.append(lift(a), lift(b)))
            let (x, y) = ("sample \(index + 1)", "sample \(other + 1)")
            guard
                law.holds("the lift of \(x) <> \(y)", apart, together, like: "the composition of their lifts")
            else { return }
        }
    }
}

/// Claims that a reducer is a function: of the same action and the same state it makes the same
/// state.
///
/// ```swift
/// expectPure(cart, actions: [.add("tea"), .pay], states: [Cart(), Cart(items: ["tea"])])
/// ```
///
/// Each action is reduced with each state, then all of them again in the other order, so that a
/// reducer is found that counts, draws, looks at the clock, or keeps something of earlier calls. A
/// state is a value: objects in it are the same ones before and after. Without an action or a state
/// the test fails.
public func expectPure<ActionType, StateType>(
    _ reducer: Reducer<ActionType, StateType>,
    actions: [ActionType],
    states: [StateType],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let law = Law(name: "expectPure", place: place)
    guard law.isAsked(actions, "an action"), law.isAsked(states, "a state") else { return }
    func answer(_ action: ActionType, _ state: StateType) -> StateType {
        var state = state
        reducer.reduce(action, &state)
        return state
    }
    let questions = actions.flatMap { action in states.map { (action: action, state: $0) } }
    let first = questions.map { answer($0.action, $0.state) }
    for (question, first) in zip(questions, first).reversed() {
        guard let lines = difference(from: first, to: answer(question.action, question.state)) else { continue }
        let text = """
            expectPure: the reducer gave two answers to one question (- first, + second):
            \(lines)
              action: \(text(question.action))
              state: \(text(question.state))
            """
        return TestLibrary.report(text, at: place)
    }
}

/// A law under test.
private struct Law {
    let name: String
    let place: CallSite

    /// True if there is a sample; a failure is reported if not.
    func isAsked<Sample>(_ samples: [Sample], _ missing: String) -> Bool {
        if samples.isEmpty { TestLibrary.report("\(name) tries nothing: give it \(missing).", at: place) }
        return !samples.isEmpty
    }

    /// True if both look the same; a failure is reported if they do not.
    func holds<Observation>(
        _ subject: @autoclosure () -> String,
        _ expected: Observation,
        _ actual: Observation,
        like model: @autoclosure () -> String
    ) -> Bool {
        guard let lines = difference(from: expected, to: actual) else { return true }
        let text = "\(name): \(subject()) is not \(model()) (- as it should be, + as it is):\n\(lines)"
        TestLibrary.report(text, at: place)
        return false
    }
}
