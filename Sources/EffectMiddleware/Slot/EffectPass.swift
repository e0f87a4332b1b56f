// SPDX-License-Identifier: MIT

/// The permission of a run to send.
@usableFromInline enum EffectPass: Sendable {
    /// Nothing is sent any more.
    case none
    /// Actions come from the source of the trigger.
    case plain
    /// Actions come from the action that the run has waited for.
    case caused
}
