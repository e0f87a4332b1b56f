// SPDX-License-Identifier: MIT

public import RexCore

// The laws of Rex's types, to be checked for the types of an app.

/// Fails the test unless a type is a monoid: appending is associative, and appending the identity
/// changes nothing.
///
/// ```swift
/// expectMonoid(Total(value: 1), Total(value: 2), Total(value: 3)) { $0.value }
/// ```
///
/// All triples of the samples are appended, so three to ten samples that do not commute are enough.
///
/// - Parameters:
///   - samples: Values of the type. Without a sample the test fails.
///   - observe: Returns the observable part of a value, which is compared. It is called for each
///     sample and each result. Closures can't be compared: call them in `observe`, and return their
///     results.
/// - Complexity: O(*n*³) in the number of samples.
public func expectMonoid<Value: Monoid, Observation>(
    _ samples: Value...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    observe: (Value) -> Observation
) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let law = Law(name: "expectMonoid", location: location)
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

/// Fails the test unless a lift preserves composition: the lift of the identity is the identity,
/// and the lift of a composition is the composition of the lifts.
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
///   - samples: Values to lift. Without a sample the test fails.
///   - lift: Lifts a value to the global type.
///   - observe: Returns the observable part of a lifted value, which is compared.
/// - Complexity: O(*n*²) in the number of samples.
public func expectLift<Local: Monoid, Global: Monoid, Observation>(
    _ samples: Local...,
    lift: (Local) -> Global,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    observe: (Global) -> Observation
) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let law = Law(name: "expectLift", location: location)
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

/// Fails the test unless a reducer is a pure function: the same action and the same state always
/// give the same new state.
///
/// ```swift
/// expectPure(cart, actions: [.add("tea"), .pay], states: [Cart(), Cart(items: ["tea"])])
/// ```
///
/// Each action is reduced with each state, and then all of them again in reverse order. This finds
/// reducers that count, draw random numbers, read a clock, or keep data between calls. Objects in a
/// state are not copied. Without an action or a state the test fails.
public func expectPure<ActionType, StateType>(
    _ reducer: Reducer<ActionType, StateType>,
    actions: [ActionType],
    states: [StateType],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let law = Law(name: "expectPure", location: location)
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
            expectPure: The reducer returned two states for the same action and state (- first, + second):
            \(lines)
              action: \(text(question.action))
              state: \(text(question.state))
            """
        return TestLibrary.report(text, at: location)
    }
}

/// Fails the test unless a feature's reducer ignores each action that a store of the feature refuses,
/// since the part of the state that the action is for is gone.
///
/// ```swift
/// expectRefusedActionsIgnored(
///     notes,
///     actions: [.editor(.deleted)],
///     states: [Notes(list: ["tea"], editor: nil)]
/// )
/// ```
///
/// It finds parents that react to a child's action without looking whether the child is there. In a
/// store of the feature they never get it, but in a store of `feature.reducer` they do. Without an action that is refused in one of the states, the
/// test fails.
public func expectRefusedActionsIgnored<ActionType, StateType, Dependencies>(
    _ feature: Feature<ActionType, StateType, Dependencies>,
    actions: [ActionType],
    states: [StateType],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let law = Law(name: "expectRefusedActionsIgnored", location: location)
    let questions = actions.flatMap { action in states.map { (action: action, state: $0) } }
    let refused = questions.filter { feature.refuses($0.action, in: $0.state) }
    guard law.isAsked(refused, "an action and a state in which the action is refused") else { return }
    for (action, before) in refused {
        var after = before
        feature.reducer.reduce(action, &after)
        guard let lines = difference(from: before, to: after) else { continue }
        let text = """
            expectRefusedActionsIgnored: The reducer reacts to an action for a part that is gone (- before, + after):
            \(lines)
              action: \(text(action))
            Look in the reducer whether the part is there, or react to an action of the parent.
            """
        return TestLibrary.report(text, at: location)
    }
}

/// A law that is checked, with the location of the check.
private struct Law {
    let name: String
    let location: CallSite

    /// Returns whether there is a sample, and reports a failure if not.
    func isAsked<Sample>(_ samples: [Sample], _ missing: String) -> Bool {
        if samples.isEmpty { TestLibrary.report("\(name) has nothing to check. Pass \(missing).", at: location) }
        return !samples.isEmpty
    }

    /// Returns whether two observations are the same, and reports a failure if not.
    func holds<Observation>(
        _ subject: @autoclosure () -> String,
        _ expected: Observation,
        _ actual: Observation,
        like model: @autoclosure () -> String
    ) -> Bool {
        guard let lines = difference(from: expected, to: actual) else { return true }
        let text = "\(name): \(subject()) is not \(model()) (- expected, + actual):\n\(lines)"
        TestLibrary.report(text, at: location)
        return false
    }
}
