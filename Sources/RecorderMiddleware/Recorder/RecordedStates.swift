// SPDX-License-Identifier: MIT

/// The data about states that a recorder keeps.
public enum RecordedStates: Hashable, Sendable {
    /// The states before and after each action.
    case all
    /// The changes of each action, as text.
    ///
    /// They are computed on the processing thread by comparing both states.
    case changes
    /// Nothing.
    case none
}
