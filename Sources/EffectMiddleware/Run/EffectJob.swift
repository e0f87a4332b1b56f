// SPDX-License-Identifier: MIT

import RexCore

/// Something to run, now or later.
@usableFromInline struct EffectJob: Sendable {
    let rule: EffectRule
    let place: EffectPlace
    /// The source of what it works for.
    let source: ActionSource
    /// Starts the task of a run of it, or of a timer for it.
    let start: Start

    /// A function, which as such would be wrapped where it is optional.
    @usableFromInline struct Start: Sendable {
        let call: @Sendable (EffectRun) -> Void

        @usableFromInline init(_ call: @escaping @Sendable (EffectRun) -> Void) {
            self.call = call
        }
    }

    /// The source of what it sends.
    var derivedSource: ActionSource { source.derived(by: EffectStep(rule: rule, place: place)) }
}
