// SPDX-License-Identifier: MIT

public import RexCore

/// A run with the types of its rule, and the store as the rule sees it.
///
/// It is unchecked Sendable because its superclass is; what it adds are constants.
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

    /// Sleeps by the store's clock, and returns true if that time has passed.
    ///
    /// A clock that fails is reported, as no error is lost.
    @discardableResult
    final func sleepOrReport(_ duration: Duration) async -> Bool {
        do {
            try await context.engine.sleep(for: duration)
            return true
        } catch {
            if !Task.isCancelled { report("\(rule.text) cannot wait for its time, so it does not: \(error)") }
            return false
        }
    }
}
