// SPDX-License-Identifier: MIT

/// How much a test has to say of what happens in a ``TestStore``.
public enum TestChecks: Sendable, Hashable {
    /// All of it: each change of the state, each action that the app sends itself, and the end of each run.
    case everything
    /// Only what the test names is checked: a change that is said must have happened, an action that is received must have
    /// come, whatever else changed or came before.
    case onlyWhatIsSaid
}
