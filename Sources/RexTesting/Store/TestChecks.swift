// SPDX-License-Identifier: MIT

/// The facts about a ``TestStore`` that a test has to state.
public enum TestChecks: Sendable, Hashable {
    /// Everything: each state change, each action that the app sends itself, and the end of each
    /// run.
    case everything
    /// Only what the test states: a stated change must have happened and a received action must
    /// have been sent.
    ///
    /// Other changes and actions are ignored.
    case onlyWhatIsSaid
}
