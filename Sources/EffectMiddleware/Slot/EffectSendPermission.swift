// SPDX-License-Identifier: MIT

/// Whether a run may send an action, and the source of that action.
@usableFromInline enum EffectSendPermission: Sendable {
    /// The action is dropped.
    case none
    /// The action has the source of the trigger.
    case plain
    /// The action has the source of the action that the run has waited for.
    case caused
}
