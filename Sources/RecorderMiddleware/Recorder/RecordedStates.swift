// SPDX-License-Identifier: MIT

/// The parts of the states that a recorder keeps.
public enum RecordedStates: Hashable, Sendable {
    /// The states themselves, before and after each action.
    case all
    /// The changes of each action, as text; found where the store processes, by comparing two
    /// states.
    case changes
    /// Nothing.
    case none
}
