// SPDX-License-Identifier: MIT

public import RexCore

/// A run with the types of its rule and the store as seen by the rule.
///
/// Unchecked Sendable because its superclass is. It only adds constants.
@usableFromInline class TypedEffectRun<Input, Output, State>: EffectRun, @unchecked Sendable {
    @usableFromInline final let context: EffectContext<Input, Output, State>

    @inlinable init(
        _ rule: EffectRule,
        at slotID: EffectSlotID,
        from source: consuming ActionSource,
        in context: EffectContext<Input, Output, State>
    ) {
        self.context = context
        super.init(rule, at: slotID, from: source)
    }

    override final func didReturn(isFinished: Bool) { context.engine.bodyReturned(self, isFinished: isFinished) }

    override final func didFinish() { context.engine.finished(self) }

    override final func afterFinish() { context.engine.startNext(after: self) }

    /// Sleeps by the store's clock.
    ///
    /// Returns whether that time has passed.
    ///
    /// Reports an error of the clock, so that no error is lost.
    @discardableResult
    final func sleepOrReport(_ duration: Duration) async -> Bool {
        do {
            try await context.engine.sleep(for: duration)
            return true
        } catch {
            if !Task.isCancelled { report("\(rule.text) continues without waiting, since its clock failed: \(error)") }
            return false
        }
    }
}
