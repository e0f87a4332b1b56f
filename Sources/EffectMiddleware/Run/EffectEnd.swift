// SPDX-License-Identifier: MIT

/// How a run has ended, for the rule's `ended`.
public enum EffectEnd: Sendable {
    /// Its body has returned.
    case returned
    /// Its body has thrown this, and was not tried again.
    case failed(any Error)
    /// It was cancelled, whatever its body did about it.
    case cancelled
}
