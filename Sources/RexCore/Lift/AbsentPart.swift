// SPDX-License-Identifier: MIT

/// What a feature that is lifted to a part of a state does with an action while the part is absent.
public enum AbsentPart: Hashable, Sendable {
    /// The store refuses the action: no reducer and no middleware processes it.
    ///
    /// Those of the parents don't get it either, nor do their bridges and gates. A recording shows it.
    case refuses
    /// The feature ignores the action, and its parents process it.
    ///
    /// For parents that create the part when an action for it arrives.
    case reachesParents
}
