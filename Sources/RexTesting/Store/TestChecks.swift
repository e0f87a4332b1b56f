// SPDX-License-Identifier: MIT

/// The claims that a test has to make about a ``TestStore``.
public enum TestChecks: Sendable, Hashable {
    /// All of it: each change of the state, each action that the app sends itself, and the end of
    /// each run.
    case everything
    /// Only what the test names is checked: a change that is said must have happened, an action
    /// that is received must have come, whatever else changed or came before.
    case onlyWhatIsSaid
}
