// SPDX-License-Identifier: MIT

import RexCore

/// The owner of the task that waits for the time limit of an attempt.
final class OutboxTimer: StoreTaskOwner {
    let task: StoreTask
    private let isStopped = Lock(false)

    init(from source: ActionSource) {
        task = StoreTask(from: source)
    }

    /// Stops the timer because the attempt has returned.
    ///
    /// Recordings show it as returned.
    func stop() {
        isStopped.withLock { $0 = true }
        task.cancel()
    }

    var outcome: StoreTask.Ending? { isStopped.withLock { $0 } ? .returned : nil }
}

/// The derivation of a timer, which names the effect of the attempt.
struct OutboxTimerDerivation: ActionDerivation {
    let attempt: ActionSource

    var step: ActionSource.Step {
        let step = attempt.newestStep(since: nil)
        return .here(
            kind: step?.kind ?? "effect",
            text: "Timeout of \(step?.text ?? "an attempt")",
            key: step?.key,
            file: step?.file ?? attempt.file,
            function: step?.function ?? attempt.function,
            line: step?.line ?? attempt.line
        )
    }

    // The name of the effect is part of the code, so it contains no secrets.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step.hidingKey(of: step) }
}
