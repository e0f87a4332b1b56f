// SPDX-License-Identifier: MIT

public import RexCore

/// A run with the types of its rule and the store as seen by the rule.
///
/// Unchecked Sendable because its superclass is. It only adds constants.
@usableFromInline class TypedEffectRun<Input, Output, State>: EffectRun, @unchecked Sendable {
    // No `EffectContext`, since each trigger would make one and copy it.
    @usableFromInline final let engine: EffectEngine
    @usableFromInline final let inputs: EffectInputs<Input>
    @usableFromInline final let output: AnyActionHandler<Output>
    @usableFromInline final let getState: GetState<State>

    @inlinable init(
        _ rule: EffectRule,
        at slotID: EffectSlotID,
        from source: consuming ActionSource,
        in engine: EffectEngine,
        _ inputs: EffectInputs<Input>,
        _ output: AnyActionHandler<Output>,
        _ getState: @escaping GetState<State>
    ) {
        self.engine = engine
        self.inputs = inputs
        self.output = output
        self.getState = getState
        super.init(rule, at: slotID, from: source)
    }

    @usableFromInline override final func didReturn(isFinished: Bool) {
        engine.bodyReturned(self, isFinished: isFinished)
    }

    @usableFromInline override final func didFinish() { engine.finished(self) }

    @usableFromInline override final func afterFinish() { engine.startNext(after: self) }

    /// Sleeps by the store's clock.
    ///
    /// Returns whether that time has passed.
    ///
    /// Reports an error of the clock, so that no error is lost.
    @discardableResult
    final func sleepOrReport(_ duration: Duration) async -> Bool {
        do {
            try await engine.sleep(for: duration)
            return true
        } catch {
            if !Task.isCancelled {
                report("\(rule.text) continues without waiting, since its clock failed: \(reportedText(of: error))")
            }
            return false
        }
    }
}
