// SPDX-License-Identifier: MIT

import RexCore

/// A match of a rule with an action: a run to start, or runs to cancel.
@usableFromInline struct EffectMatch<Input, Output, State>: Sendable {
    @usableFromInline enum Kind: Sendable {
        case start(EffectStart<Input, Output, State>)
        case cancel(EffectCancellation)
    }

    /// The index of the rule in its middleware, since rules act in order.
    @usableFromInline let position: Int
    @usableFromInline let kind: Kind

    @inlinable init(_ kind: Kind, at position: Int) {
        self.kind = kind
        self.position = position
    }

    /// Returns the match for global types.
    func lifted<GlobalInput, GlobalOutput, GlobalState>(
        _ start: (EffectStart<Input, Output, State>) -> EffectStart<GlobalInput, GlobalOutput, GlobalState>,
        _ cancellation: (EffectCancellation) -> EffectCancellation = { $0 }
    ) -> EffectMatch<GlobalInput, GlobalOutput, GlobalState> {
        switch kind {
        case .start(let found): .init(.start(start(found)), at: position)
        case .cancel(let found): .init(.cancel(cancellation(found)), at: position)
        }
    }

    /// Starts or cancels the runs.
    func perform(from source: ActionSource, in context: EffectContext<Input, Output, State>) {
        switch kind {
        case .start(let start): start.begin(from: source, in: context)
        case .cancel(let cancellation): context.engine.cancel(cancellation, from: source)
        }
    }
}
