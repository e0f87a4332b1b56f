// SPDX-License-Identifier: MIT

public import RexCore

/// The trigger, the key and the work of an `on` rule.
///
/// One object, since the closure that captures it is called for each action and retains each
/// captured object.
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

    @inlinable func slotID(of value: Trigger) -> EffectSlotID {
        guard let key else { return EffectSlotID(group: work.rule.group) }
        return EffectSlotID(group: work.rule.group, key: key(value))
    }

    /// Returns the run to start, for a lift, and if there are rules of the state.
    @inlinable func start(_ value: Trigger) -> EffectStart<Input, Output, State> {
        EffectStart(work, at: slotID(of: value), value)
    }

    // Not inlined, since most actions don't match.
    @inlinable @inline(never) func response(
        to value: Trigger,
        _ source: ActionSource,
        _ getState: @escaping GetState<State>,
        _ registry: EffectRegistry<Input, Output, State>
    ) -> EffectResponse<Output> {
        EffectResponse { output in
            let (engine, slotID) = (registry.engine(for: output), self.slotID(of: value))
            engine.receive(
                WorkRun(self.work, value, at: slotID, from: source, in: engine, registry.inputs, output, getState)
            )
        }
    }
}
