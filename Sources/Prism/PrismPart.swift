// SPDX-License-Identifier: MIT

/// A part of the code that `@Prism(without:)` can leave out.
public enum PrismPart: Sendable {
    /// The setters of the payloads' properties, which can only be read then.
    case setters
    /// The properties that say whether a value is in a case: `isLogin`, `isHome`.
    case isProperties
    /// The case paths: `prisms`.
    case casePaths
}
