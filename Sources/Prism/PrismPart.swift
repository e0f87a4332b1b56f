// SPDX-License-Identifier: MIT

/// A part of the generated code that `@Prism(without:)` can leave out.
public enum PrismPart: Sendable {
    /// The setters of the payload properties, which become read-only.
    case setters
    /// The properties that return whether a value is in a case: `isLogin`, `isHome`.
    case isProperties
    /// The case paths: `prisms`.
    case casePaths
}
