// SPDX-License-Identifier: MIT

import RexCore

#if DEBUG
extension EffectEngine {
    /// Reports the runs that have not ended a second after the end of their store.
    func reportRunsLeft(of slots: [EffectSlot]) {
        // Only read under the lock.
        let slots = Guarded(slots)
        Task.detached { [self] in
            try? await Task.sleep(for: .seconds(1))
            let rules = state.withLock { _ in slots.value.filter { $0.machine.unwinding > 0 }.map(\.rule.text) }
            for rule in Set(rules).sorted() {
                report("\(rule) still runs a second after the end of its store: its body ignores cancellation.")
            }
        }
    }
}

/// Slots that are only read under the lock of the engine, so they can be sent to other threads
/// safely.
private struct Guarded: @unchecked Sendable {
    let value: [EffectSlot]

    init(_ value: [EffectSlot]) { self.value = value }
}
#endif
