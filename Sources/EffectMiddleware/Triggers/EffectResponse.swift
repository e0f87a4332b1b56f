// SPDX-License-Identifier: MIT

public import RexCore

/// The response of rules to an action, executed in the action's `IO`.
///
/// A struct, since an optional function would be wrapped.
@usableFromInline struct EffectResponse<Output>: Sendable {
    @usableFromInline let run: @Sendable (AnyActionHandler<Output>) -> Void

    @inlinable init(_ run: @escaping @Sendable (AnyActionHandler<Output>) -> Void) {
        self.run = run
    }

    // Not inlined, so that the loop over the rules stays small.
    @inlinable @inline(never) consuming func append(to io: inout IO<Output>) {
        if io.isPure { io = IO(run) } else { io.append(IO(run)) }
    }
}
