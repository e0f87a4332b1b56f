// SPDX-License-Identifier: MIT

/// What a feature that is lifted to a part of a state does with an action while the part is absent.
public enum AbsentPart: Hashable, Sendable {
    /// The store refuses the action: nobody processes it.
    ///
    /// It is neither passed to a reducer or a middleware of the parents, nor to their bridges and
    /// gates. A recording shows it.
    case refuses
    /// The feature ignores the action, and its parents process it.
    ///
    /// For parents that create the part when an action for it arrives.
    case reachesParents
}
