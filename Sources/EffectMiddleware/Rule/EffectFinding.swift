// SPDX-License-Identifier: MIT

public import RexCore

/// What a rule has found in an action.
@usableFromInline enum EffectFinding<Action, State>: Sendable {
    case start(EffectStart<Action, State>)
    case cancel(EffectCancellation)
    /// What rules found that were lifted together.
    case several([EffectFinding])

    /// The same for global types.
    func lifted<GlobalAction, GlobalState>(
        _ start: (EffectStart<Action, State>) -> EffectStart<GlobalAction, GlobalState>,
        _ cancellation: (EffectCancellation) -> EffectCancellation = { $0 }
    ) -> EffectFinding<GlobalAction, GlobalState> {
        switch self {
        case .start(let found): .start(start(found))
        case .cancel(let found): .cancel(cancellation(found))
        case .several(let all): .several(all.map { $0.lifted(start, cancellation) })
        }
    }
}

/// A run to start.
@usableFromInline struct EffectStart<Action, State>: Sendable {
    /// Makes what starts the task of a run, or of a timer for it; nil if there is nothing to run in the state.
    @usableFromInline typealias Begin =
        @Sendable (
            AnyActionHandler<Action>,
            @escaping GetState<State>
        ) -> EffectJob.Start?

    @usableFromInline let rule: EffectRule
    @usableFromInline let place: EffectPlace
    private let begin: Begin

    /// A run with this body.
    ///
    /// Inlinable like all that it does, so that where an effect is written its code is made for its types.
    @inlinable init<Value: Sendable>(
        _ rule: EffectRule,
        key: EffectKey?,
        _ value: Value,
        onError: (@Sendable (any Error) -> Action?)?,
        body: @escaping EffectBody<Value, Action, State>
    ) {
        self.init(rule, EffectPlace(group: rule.group, key: key)) { output, getState in
            EffectJob.Start { run in
                if run.isTimer {
                    // Not with the value, which may be superseded and is to be released then.
                    output.start(run.task) { output in
                        if !run.task.isCancelled { await run.engine.waitUntilDue(run) }
                        run.end(in: output)
                    }
                } else {
                    output.start(run.task) { output in
                        if !run.task.isCancelled { await run.perform(body, value, onError, output, getState) }
                        run.end(in: output)
                    }
                }
            }
        }
    }

    @usableFromInline init(_ rule: EffectRule, _ place: EffectPlace, _ begin: @escaping Begin) {
        self.rule = rule
        self.place = place
        self.begin = begin
    }

    /// What is to be run, if there is something in this state.
    @usableFromInline func job(
        from source: ActionSource,
        output: AnyActionHandler<Action>,
        getState: @escaping GetState<State>
    ) -> EffectJob? {
        guard let start = begin(output, getState) else { return nil }
        return EffectJob(rule: rule, place: place, source: source, start: start)
    }

    /// The same for global types.
    func lifted<GlobalAction, GlobalState>(
        _ embed: @escaping @Sendable (Action) -> GlobalAction,
        _ narrow: @escaping @Sendable (GlobalState) -> State
    ) -> EffectStart<GlobalAction, GlobalState> {
        EffectStart<GlobalAction, GlobalState>(rule, place) { [begin] output, getState in
            begin(output.contramap(embed)) { narrow(getState()) }
        }
    }

    /// The same for the element with this id.
    func lifted<GlobalAction, GlobalState>(
        to id: EffectKey,
        _ embed: @escaping @Sendable (Action) -> GlobalAction,
        _ element: @escaping @Sendable (GlobalState) -> State?
    ) -> EffectStart<GlobalAction, GlobalState> where State: Sendable {
        EffectStart<GlobalAction, GlobalState>(rule, place.lifted(to: id)) { [begin] output, getState in
            guard let present = element(getState()) else { return nil }
            return begin(output.contramap(embed)) { element(getState()) ?? present }
        }
    }
}

/// Runs to cancel.
@usableFromInline final class EffectCancellation: Sendable {
    /// Those of rules with this name; nil for all rules.
    private let name: String?
    /// Those of the element at which these lead.
    private let elements: [EffectKey]
    /// Those of this key; nil for all.
    private let key: EffectKey?

    init(name: String?, key: EffectKey?, elements: [EffectKey] = []) {
        self.name = name
        self.key = key
        self.elements = elements
    }

    func lifted(to id: EffectKey) -> EffectCancellation {
        EffectCancellation(name: name, key: key, elements: [id] + elements)
    }

    func concerns(_ rule: EffectRule, _ place: EffectPlace) -> Bool {
        (name == nil || name == rule.name) && (key == nil || key == place.key) && place.elements.starts(with: elements)
    }
}
