// SPDX-License-Identifier: MIT

public import RexCore

/// What a rule has found in an action.
@usableFromInline struct EffectFinding<Input, Output, State>: Sendable {
    @usableFromInline enum Kind: Sendable {
        case start(EffectStart<Input, Output, State>)
        case cancel(EffectCancellation)
    }

    /// Where the rule stands among those of its middleware, since they act in their order.
    @usableFromInline let position: Int
    @usableFromInline let kind: Kind

    @inlinable init(_ kind: Kind, at position: Int) {
        self.kind = kind
        self.position = position
    }

    /// The same for global types.
    func lifted<GlobalInput, GlobalOutput, GlobalState>(
        _ start: (EffectStart<Input, Output, State>) -> EffectStart<GlobalInput, GlobalOutput, GlobalState>,
        _ cancellation: (EffectCancellation) -> EffectCancellation = { $0 }
    ) -> EffectFinding<GlobalInput, GlobalOutput, GlobalState> {
        switch kind {
        case .start(let found): .init(.start(start(found)), at: position)
        case .cancel(let found): .init(.cancel(cancellation(found)), at: position)
        }
    }

    /// Does what it says.
    func follow(from source: ActionSource, in context: EffectContext<Input, Output, State>) {
        switch kind {
        case .start(let start): start.begin(from: source, in: context)
        case .cancel(let cancellation): context.engine.cancel(cancellation, from: source)
        }
    }
}

/// A run to start.
@usableFromInline struct EffectStart<Input, Output, State>: Sendable {
    /// Makes a run; nil if there is nothing to run in the state.
    @usableFromInline typealias Make =
        @Sendable (EffectPlace, ActionSource, EffectContext<Input, Output, State>) -> EffectRun?

    @usableFromInline let rule: EffectRule
    @usableFromInline let place: EffectPlace
    private let make: Make

    /// A run for this value.
    @inlinable init<Value>(_ work: EffectWork<Value, Input, Output, State>, at place: EffectPlace, _ value: Value) {
        self.init(work.rule, place) { place, source, context in
            WorkRun(work, value, at: place, from: source, in: context)
        }
    }

    @usableFromInline init(_ rule: EffectRule, _ place: EffectPlace, _ make: @escaping Make) {
        self.rule = rule
        self.place = place
        self.make = make
    }

    /// Hands the run to the engine, if there is something to run in this state.
    func begin(from source: ActionSource, in context: EffectContext<Input, Output, State>) {
        if let run = make(place, source, context) { context.engine.receive(run) }
    }

    /// The same for global types.
    func lifted<GlobalInput, GlobalOutput, GlobalState>(
        _ input: @escaping @Sendable (GlobalInput) -> Input?,
        _ embed: @escaping @Sendable (Output) -> GlobalOutput,
        _ narrow: @escaping @Sendable (GlobalState) -> State
    ) -> EffectStart<GlobalInput, GlobalOutput, GlobalState> {
        EffectStart<GlobalInput, GlobalOutput, GlobalState>(rule, place) { [make] place, source, context in
            make(place, source, context.local(input, embed, narrow))
        }
    }

    /// The same for the element with this id.
    func lifted<GlobalInput, GlobalOutput, GlobalState>(
        to id: EffectKey,
        _ input: @escaping @Sendable (GlobalInput) -> Input?,
        _ embed: @escaping @Sendable (Output) -> GlobalOutput,
        _ element: @escaping @Sendable (GlobalState) -> State?
    ) -> EffectStart<GlobalInput, GlobalOutput, GlobalState> where State: Sendable {
        EffectStart<GlobalInput, GlobalOutput, GlobalState>(rule, place.lifted(to: id)) {
            [make] place, source, context in
            guard let present = element(context.getState()) else { return nil }
            let last = Lock(present)
            return make(
                place,
                source,
                context.local(input, embed) { global in
                    guard let now = element(global) else { return last.withLock { $0 } }
                    let old = last.withLock { last in
                        defer { last = now }
                        return last
                    }
                    extendLifetime(old)
                    return now
                }
            )
        }
    }
}

/// Runs to cancel.
@usableFromInline final class EffectCancellation: Sendable {
    /// Those of rules with this name; nil for all rules.
    let name: String?
    /// Those of the element at which these lead.
    let elements: [EffectKey]
    /// Those of this key; nil for all.
    let key: EffectKey?

    @usableFromInline init(name: String?, key: EffectKey?, elements: [EffectKey] = []) {
        self.name = name
        self.key = key
        self.elements = elements
    }

    func lifted(to id: EffectKey) -> EffectCancellation {
        EffectCancellation(name: name, key: key, elements: [id] + elements)
    }
}
