// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Something that can be told apart from others of its kind.
public protocol CustomCombineIdentifierConvertible {
    /// What tells it apart.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identifier of this object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
#endif
