// SPDX-License-Identifier: MIT

/// The end of a run, for the rule's `ended`.
public enum EffectEnd: Sendable {
    /// The body has returned.
    case returned
    /// The body has thrown this error, and was not tried again.
    case failed(any Error)
    /// The run was cancelled, whatever its body did about it.
    case cancelled
}
