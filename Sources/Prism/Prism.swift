// SPDX-License-Identifier: MIT

import RexCore

/// Adds to an enum two properties and a `CasePath` for each of its cases.
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
/// The property is `Void?` for a case without payload, the value for one payload, with or without a
/// label, and a tuple with the labels for several. An optional payload becomes an optional of an
/// optional. Setting it acts only in that case, and nil does nothing. Everything is as visible as
/// the enum, has the doc comment and the availability of its case, and stands under the same `#if`.
///
/// The enum conforms to `CaseIndexed`, so that what its case paths lift is called for its own
/// case only. Where an extension cannot name the enum, because it is private in another type,
/// it has the members, and the conformance is written by hand. An enum in a function cannot have
/// the macro.
///
/// A generic enum has `prisms` where its type parameters are `SendableMetatype`, which `Sendable`
/// types are. Cases that are unavailable, and those with a payload of `Never`, have none.
///
/// - Parameter parts: what to leave out, each written as a name:
///   `@Prism(without: .setters, .isProperties)`.
/// - Note: The code names the `CasePath` of RexCore, so a file that uses the macro imports RexCore
///   too, publicly for a public enum. Where the import is missing, the compiler says so.
@attached(member, names: arbitrary)
@attached(extension, conformances: CaseIndexed, names: named(prisms))
public macro Prism(without parts: PrismPart...) = #externalMacro(module: "PrismPlugin", type: "Prism")
