// SPDX-License-Identifier: MIT

/// An enum whose cases are numbered.
///
/// The number of a case allows a lookup in a table instead of a comparison with each case. The
/// macro `@Prism` generates the conformance; by hand it is a switch.
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
    /// The number of the enum's cases.
    static var caseCount: Int { get }
    /// The index of this value's case in the declaration of the enum, from 0 up to ``caseCount`` -
    /// 1.
    ///
    /// It equals ``CasePath/caseIndex`` of the path to the case. Don't store it: a new case may
    /// change it.
    var caseIndex: Int { get }
}
