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
    /// Makes a run; nil if there is nothing to run in the state.
    @usableFromInline typealias Begin =
        @Sendable (
            EffectPlace,
            ActionSource,
            EffectEngine,
            AnyActionHandler<Action>,
            @escaping GetState<State>
        ) -> EffectRun?

    @usableFromInline let rule: EffectRule
    @usableFromInline let place: EffectPlace
    private let begin: Begin

    /// A run for this value.
    @inlinable init<Value>(_ work: EffectWork<Value, Action, State>, at place: EffectPlace, _ value: Value) {
        self.init(work.rule, place) { place, source, engine, output, getState in
            WorkRun(work, value, at: place, from: source, in: engine, output, getState)
        }
    }

    @usableFromInline init(_ rule: EffectRule, _ place: EffectPlace, _ begin: @escaping Begin) {
        self.rule = rule
        self.place = place
        self.begin = begin
    }

    /// What is to be run, if there is something in this state.
    @usableFromInline func run(
        from source: ActionSource,
        in engine: EffectEngine,
        output: AnyActionHandler<Action>,
        getState: @escaping GetState<State>
    ) -> EffectRun? {
        begin(place, source, engine, output, getState)
    }

    /// The same for global types.
    func lifted<GlobalAction, GlobalState>(
        _ embed: @escaping @Sendable (Action) -> GlobalAction,
        _ narrow: @escaping @Sendable (GlobalState) -> State
    ) -> EffectStart<GlobalAction, GlobalState> {
        EffectStart<GlobalAction, GlobalState>(rule, place) { [begin] place, source, engine, output, getState in
            begin(place, source, engine, output.contramap(embed)) { narrow(getState()) }
        }
    }

    /// The same for the element with this id.
    func lifted<GlobalAction, GlobalState>(
        to id: EffectKey,
        _ embed: @escaping @Sendable (Action) -> GlobalAction,
        _ element: @escaping @Sendable (GlobalState) -> State?
    ) -> EffectStart<GlobalAction, GlobalState> where State: Sendable {
        EffectStart<GlobalAction, GlobalState>(rule, place.lifted(to: id)) {
            [begin] place, source, engine, output, getState in
            guard let present = element(getState()) else { return nil }
            return begin(place, source, engine, output.contramap(embed)) { element(getState()) ?? present }
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

    @usableFromInline init(name: String?, key: EffectKey?, elements: [EffectKey] = []) {
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
