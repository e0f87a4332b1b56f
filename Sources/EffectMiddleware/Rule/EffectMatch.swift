// SPDX-License-Identifier: MIT

public import RexCore

@usableFromInline typealias EffectBody<Action, State> = @Sendable (Effect<Action, State>) async throws -> Void

/// What the rules have found in an action.
@usableFromInline final class EffectMatch<Action, State>: Sendable {
    @usableFromInline enum Finding: Sendable {
        case start(EffectStart<Action, State>)
        case cancel(EffectCancellation)
    }

    @usableFromInline let first: Finding
    /// What further rules found that were lifted together.
    @usableFromInline let others: [Finding]

    @inlinable init(_ first: Finding, others: [Finding] = []) {
        self.first = first
        self.others = others
    }

    /// The same for global types.
    func lifted<GlobalAction, GlobalState>(
        _ transform: @Sendable (Finding) -> EffectMatch<GlobalAction, GlobalState>.Finding
    ) -> EffectMatch<GlobalAction, GlobalState> {
        EffectMatch<GlobalAction, GlobalState>(transform(first), others: others.map(transform))
    }
}

/// A run to start.
@usableFromInline struct EffectStart<Action, State>: Sendable {
    @usableFromInline enum Body: Sendable {
        case ready(EffectBody<Action, State>)
        /// Depends on the state after the reducer; nil if there is nothing to run in it.
        case inState(@Sendable (State) -> EffectBody<Action, State>?)
    }

    @usableFromInline let rule: EffectRule
    @usableFromInline let place: EffectPlace
    @usableFromInline let body: Body
    @usableFromInline let onError: (@Sendable (any Error) -> Action?)?

    @inlinable init(
        _ rule: EffectRule,
        key: EffectKey?,
        onError: (@Sendable (any Error) -> Action?)?,
        body: @escaping EffectBody<Action, State>
    ) {
        self.init(rule, EffectPlace(group: rule.group, key: key), .ready(body), onError)
    }

    @inlinable init(
        _ rule: EffectRule,
        _ place: EffectPlace,
        _ body: Body,
        _ onError: (@Sendable (any Error) -> Action?)?
    ) {
        self.rule = rule
        self.place = place
        self.body = body
        self.onError = onError
    }

    /// The body for this state, if there is one.
    @inlinable func resolvedBody(in getState: GetState<State>) -> EffectBody<Action, State>? {
        switch body {
        case .ready(let body): body
        case .inState(let makeBody): makeBody(getState())
        }
    }

    /// The same for global types.
    func lifted<GlobalAction, GlobalState>(
        _ embed: @escaping @Sendable (Action) -> GlobalAction,
        _ narrow: @escaping @Sendable (GlobalState) -> State
    ) -> EffectStart<GlobalAction, GlobalState> {
        let global: EffectStart<GlobalAction, GlobalState>.Body
        switch body {
        case .ready(let body): global = .ready(lifting(body, embed, narrow))
        case .inState(let makeBody):
            global = .inState { makeBody(narrow($0)).map { lifting($0, embed, narrow) } }
        }
        return EffectStart<GlobalAction, GlobalState>(rule, place, global, errorHandler(embed))
    }

    /// The same for the element with this id.
    func lifted<GlobalAction, GlobalState>(
        to id: EffectKey,
        _ embed: @escaping @Sendable (Action) -> GlobalAction,
        _ element: @escaping @Sendable (GlobalState) -> State?
    ) -> EffectStart<GlobalAction, GlobalState> where State: Sendable {
        let global = EffectStart<GlobalAction, GlobalState>.Body.inState { [body] state in
            guard let present = element(state) else { return nil }
            let local =
                switch body {
                case .ready(let body): body as EffectBody<Action, State>?
                case .inState(let makeBody): makeBody(present)
                }
            return local.map { lifting($0, embed) { element($0) ?? present } }
        }
        return EffectStart<GlobalAction, GlobalState>(rule, place.lifted(to: id), global, errorHandler(embed))
    }

    private func errorHandler<GlobalAction>(
        _ embed: @escaping @Sendable (Action) -> GlobalAction
    ) -> (@Sendable (any Error) -> GlobalAction?)? {
        guard let onError else { return nil }
        return { onError($0).map(embed) }
    }
}

private func lifting<Action, State, GlobalAction, GlobalState>(
    _ body: @escaping EffectBody<Action, State>,
    _ embed: @escaping @Sendable (Action) -> GlobalAction,
    _ narrow: @escaping @Sendable (GlobalState) -> State
) -> EffectBody<GlobalAction, GlobalState> {
    { try await body($0.narrowed(embed, narrow)) }
}

/// Runs to cancel.
@usableFromInline struct EffectCancellation: Sendable {
    /// Those of rules with this name; nil for all rules.
    let name: String?
    /// Those of the element at which these lead.
    var elements: [EffectKey] = []
    /// Those of this key; nil for all.
    let key: EffectKey?

    @usableFromInline init(name: String?, key: EffectKey?) {
        self.name = name
        self.key = key
    }

    func lifted(to id: EffectKey) -> EffectCancellation {
        var lifted = self
        lifted.elements.insert(id, at: 0)
        return lifted
    }

    func concerns(_ rule: EffectRule, _ place: EffectPlace) -> Bool {
        (name == nil || name == rule.name) && (key == nil || key == place.key) && place.elements.starts(with: elements)
    }
}

extension EffectMatch {
    @inlinable convenience init(_ start: EffectStart<Action, State>) {
        self.init(.start(start))
    }
}
