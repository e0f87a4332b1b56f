// SPDX-License-Identifier: MIT

/// What a recorder keeps of the states.
public enum RecordedStates: Hashable, Sendable {
    /// The states themselves, before and after each action.
    case all
    /// What each action changed, as text; found where the store processes, by comparing two states.
    case changes
    /// Nothing.
    case none
}
