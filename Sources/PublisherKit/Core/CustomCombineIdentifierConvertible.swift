// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A type that can be identified in debugging.
public protocol CustomCombineIdentifierConvertible {
    /// The identifier of this value.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identifier of this object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
#endif
