// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A value or an object with an identity for debugging.
public protocol CustomCombineIdentifierConvertible {
    /// The identity.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identifier of this object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
#endif
