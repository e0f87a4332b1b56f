// SPDX-License-Identifier: MIT

import RexCore

/// One run of a rule, or a timer of one; what happens to it is known to the engine alone.
final class EffectRun: Sendable {
    let engine: EffectEngine
    let number: Int
    let source: ActionSource

    init(engine: EffectEngine, number: Int, source: ActionSource) {
        self.engine = engine
        self.number = number
        self.source = source
    }

    /// Waits until the engine knows the task, without which it could not be cancelled exactly; whether it may begin.
    func begin() async -> Bool {
        let mayBegin = engine.mayBegin(number) ?? false
        if mayBegin { return !Task.isCancelled }
        return await withCheckedContinuation { engine.begin(number, $0) } && !Task.isCancelled
    }

    func maySend(in attempt: Int) -> Bool { engine.maySend(number, in: attempt) }

    /// From now on nothing is sent that belongs to this attempt or one before.
    func end(attempt: Int) { engine.end(attempt: attempt, of: number) }

    func end() { engine.end(number) }
}
