// SPDX-License-Identifier: MIT

import RexCore

/// Adds two properties and a `CasePath` to an enum for each of its cases.
///
/// ```swift
/// import Prism
/// import RexCore
///
/// @Prism enum Screen {
///     case loading, login(name: String), home(Int, title: String)
/// }
///
/// var screen = Screen.login(name: "Ann")
/// screen.login         // "Ann"
/// screen.home          // nil
/// screen.isLoading     // false
/// screen.login? += "a" // .login(name: "Anna")
/// Screen.prisms.login.embed("Bob")  // .login(name: "Bob")
/// screen.caseIndex     // 1, and Screen.caseCount is 3
/// ```
///
/// The first property returns the payload: `Void?` for a case without payload, the value for one
/// payload (with or without a label), and a labeled tuple for several. An optional payload becomes
/// a nested optional. The setter only works in the same case and ignores nil.
///
/// Everything is as visible as the enum, has the doc comment and availability of its case, and is
/// inside the same `#if`.
///
/// The enum conforms to `CaseIndexed`, so that a reducer or middleware that is lifted with a case
/// path is only called for its own case. If an extension can't name the enum, because it is private
/// in another type, the macro adds the members and you write the conformance. The macro can't be
/// used for an enum in a function.
///
/// In a generic enum, `prisms` is available if all type parameters are `SendableMetatype`, as
/// `Sendable` types are. Unavailable cases and cases with a payload of `Never` have no case path.
///
/// - Parameter parts: The parts to leave out, each written as a name:
///   `@Prism(without: .setters, .isProperties)`.
/// - Note: The generated code uses the `CasePath` of RexCore, so a file with the macro must also
///   import RexCore, publicly for a public enum. The compiler reports a missing import.
@attached(member, names: arbitrary)
@attached(extension, conformances: CaseIndexed, names: named(prisms))
public macro Prism(without parts: PrismPart...) = #externalMacro(module: "PrismPlugin", type: "Prism")
