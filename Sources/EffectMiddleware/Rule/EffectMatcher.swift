// SPDX-License-Identifier: MIT

public import RexCore

/// A rule that looks at actions.
///
/// One object, since the closure that has it is called for each action, and has to take apart all else that it captures.
@usableFromInline final class EffectMatcher<Input, Trigger: Sendable, Output, State>: Sendable {
    @usableFromInline let trigger: @Sendable (Input) -> Trigger?
    @usableFromInline let key: (@Sendable (Trigger) -> EffectKey)?
    @usableFromInline let work: EffectWork<Trigger, Input, Output, State>

    @inlinable init(
        _ trigger: @escaping @Sendable (Input) -> Trigger?,
        _ key: (@Sendable (Trigger) -> EffectKey)?,
        _ work: EffectWork<Trigger, Input, Output, State>
    ) {
        self.trigger = trigger
        self.key = key
        self.work = work
    }

    @inlinable func place(of value: Trigger) -> EffectPlace {
        guard let key else { return EffectPlace(group: work.rule.group) }
        return EffectPlace(group: work.rule.group, key: key(value))
    }

    /// What it has found, for those who lift it or look at the state as well.
    @inlinable func start(_ value: Trigger) -> EffectStart<Input, Output, State> {
        EffectStart(work, at: place(of: value), value)
    }

    /// What is to be done about what it has found; apart, since most actions do not match.
    @inlinable @inline(never) func step(
        _ value: Trigger,
        _ source: ActionSource,
        _ getState: @escaping GetState<State>,
        _ stores: EffectStores<Input, Output, State>
    ) -> EffectMiddleware<Input, Output, State>.Finder.Step {
        .init { output in
            let context = stores.context(output, getState)
            context.engine.receive(WorkRun(self.work, value, at: self.place(of: value), from: source, in: context))
        }
    }
}
