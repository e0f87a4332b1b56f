// SPDX-License-Identifier: MIT

public import RexCore

/// One rule by which an action becomes another, and where it was written.
@usableFromInline final class Bridge<InputActionType: Sendable, OutputActionType: Sendable, StateType>: Sendable {
    /// How the other action is found.
    @usableFromInline enum Rule: Sendable {
        /// The action decides, before the reducer; then, if there is a condition, the state after it.
        case byAction(
            derive: @Sendable (InputActionType) -> OutputActionType?,
            when: (@Sendable (InputActionType, GetState<StateType>) -> Bool)?
        )
        /// Action and state decide together, after the reducer; only for actions that concern the rule.
        case byState(
            concerns: @Sendable (InputActionType) -> Bool,
            derive: @Sendable (InputActionType, GetState<StateType>) -> OutputActionType?
        )
    }

    @usableFromInline let rule: Rule
    @usableFromInline let site: BridgeSite
    /// Whether the state has a say.
    @usableFromInline let dependsOnState: Bool
    /// What the action alone decides; not optional, since an optional closure would be retained for each action.
    @usableFromInline let answer: @Sendable (InputActionType) -> OutputActionType?

    @inlinable init(rule: Rule, site: BridgeSite) {
        self.rule = rule
        self.site = site
        if case .byAction(let derive, nil) = rule {
            dependsOnState = false
            answer = derive
        } else {
            dependsOnState = true
            answer = { _ in nil }
        }
    }

    /// What the rule makes of an action.
    @inlinable func io(
        _ action: InputActionType,
        _ dispatcher: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard !dependsOnState else { return ioThatReadsTheState(action, dispatcher, state) }
        guard let derived = answer(action) else { return .pure() }
        return send(derived, from: dispatcher, answering: action)
    }

    /// Apart, so that an action that does not match needs nothing of what follows.
    @inlinable @inline(__always) func send(
        _ derived: OutputActionType,
        from dispatcher: ActionSource,
        answering action: InputActionType
    ) -> IO<OutputActionType> {
        .send(derived, from: dispatcher, derivedBy: BridgeStep(origin: action, site: site))
    }

    /// What the rule makes of an action if the state after the reducer has a say.
    @inlinable func ioThatReadsTheState(
        _ action: InputActionType,
        _ dispatcher: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        switch rule {
        case .byAction(let derive, let condition):
            guard let derived = derive(action) else { return .pure() }
            let step = BridgeStep(origin: action, site: site)
            return IO { output in
                if condition?(action, state) ?? true { output.dispatch(derived, from: dispatcher.derived(by: step)) }
            }
        case .byState(let concerns, let derive):
            guard concerns(action) else { return .pure() }
            let step = BridgeStep(origin: action, site: site)
            return IO { output in
                if let derived = derive(action, state) { output.dispatch(derived, from: dispatcher.derived(by: step)) }
            }
        }
    }
}

/// The call that built a bridge.
@usableFromInline final class BridgeSite: Sendable {
    let call: ActionSource
    /// What is said of an answer, whatever it answers.
    let template: ActionSource.Step

    @usableFromInline init(_ call: ActionSource) {
        self.call = call
        template = Self.step(answering: ActionSource.Step.placeholder, at: call)
    }

    /// What is said of the answer to an action.
    static func step(answering action: Any, at call: ActionSource) -> ActionSource.Step {
        let place = ActionSource.Step(kind: "", text: "", file: call.file, function: call.function, line: call.line)
        return .here(
            kind: "bridge",
            text: "Bridged from \(action) at \(place.fileName), \(place.function):\(place.line)",
            file: place.file,
            function: place.function,
            line: place.line
        )
    }

    /// The bridge itself, apart from any action.
    var rule: ActionSource.Step {
        let text = "Bridge at \(template.fileName):\(call.line)"
        return .here(kind: template.kind, text: text, file: call.file, function: call.function, line: call.line)
    }
}

/// How an action came over a bridge.
@usableFromInline struct BridgeStep<Origin: Sendable>: AnsweringDerivation {
    @usableFromInline let origin: Origin
    @usableFromInline let site: BridgeSite

    @_transparent @usableFromInline init(origin: Origin, site: BridgeSite) {
        self.origin = origin
        self.site = site
    }

    @usableFromInline var step: ActionSource.Step { BridgeSite.step(answering: origin, at: site.call) }
    package var template: ActionSource.Step { site.template }

    @usableFromInline func step(writing write: (Any) -> String) -> ActionSource.Step {
        BridgeSite.step(answering: write(origin), at: site.call)
    }
}
