// SPDX-License-Identifier: MIT

/// An enum whose values say by a number which case they are in.
///
/// The number makes a table of cases possible, where comparing with one case after the other would
/// take time for each of them. The macro `@Prism` writes the conformance; by hand it is a switch.
///
/// ```swift
/// extension Screen: CaseIndexed {
///     static var caseCount: Int { 2 }
///     var caseIndex: Int {
///         switch self {
///         case .login: 0
///         case .home: 1
///         }
///     }
/// }
/// ```
public protocol CaseIndexed: SendableMetatype {
    /// The count of the enum's cases.
    static var caseCount: Int { get }
    /// The place of this value's case in the enum's declaration: 0 or more, less than
    /// ``caseCount``.
    ///
    /// The same as ``CasePath/caseIndex`` of the path to the case. A new case may change it, so it
    /// is not to be stored.
    var caseIndex: Int { get }
}
