// SPDX-License-Identifier: MIT

/// How a run ended, for the rule's `ended`.
public enum EffectEnd: Sendable {
    /// The body has returned.
    case returned
    /// The body has thrown this error and was not retried.
    case failed(any Error)
    /// The run was cancelled, whatever its body did then.
    case cancelled
}
