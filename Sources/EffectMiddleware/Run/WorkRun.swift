// SPDX-License-Identifier: MIT

public import RexCore

/// A run of a rule's work for one value.
///
/// Unchecked Sendable because its superclass is. It only adds constants.
@usableFromInline
final class WorkRun<Value: Sendable, Input, Output, State>: TypedEffectRun<Input, Output, State>,
    @unchecked Sendable
{
    @usableFromInline let work: EffectWork<Value, Input, Output, State>
    @usableFromInline let value: Value

    @inlinable init(
        _ work: EffectWork<Value, Input, Output, State>,
        _ value: Value,
        at slotID: EffectSlotID,
        from source: consuming ActionSource,
        in engine: EffectEngine,
        _ inputs: EffectInputs<Input>,
        _ output: AnyActionHandler<Output>,
        _ getState: @escaping GetState<State>
    ) {
        self.work = work
        self.value = value
        super.init(work.rule, at: slotID, from: source, in: engine, inputs, output, getState)
    }

    @usableFromInline override func start() { work.start(self) }

    override func sendFinalAction(_ end: EffectEnd) {
        if let action = work.ended?(end, value) {
            output.dispatch(action, from: actionSource, as: task, isLastWord: true)
        }
    }
}
