// SPDX-License-Identifier: MIT

import Prism
public import RexCore

/// Enums of every access level.
///
/// Public properties that use their members check that the members are public.
@Prism public enum PublicAction: Sendable { case go(Int), stop }
@Prism package enum PackageAction { case go(Int), stop }
@Prism fileprivate enum FilePrivateAction { case go(Int), stop }
@Prism private enum PrivateAction { case go(Int), stop }

/// Contains enums that are not visible outside, and public properties that use them.
public struct Outer: Sendable {
    private struct Hidden { let number: Int }
    @Prism private enum Inner { case hidden(Hidden), none }

    private struct Container {
        @Prism(without: .setters) fileprivate enum Deep { case go(Int) }
    }

    /// Uses a private enum with a private payload.
    public static var privateNumber: Int? { Inner.prisms.hidden.extract(.hidden(Hidden(number: 5)))?.number }

    /// Uses an enum in a private type.
    public static var deepNumber: Int? { Container.Deep.go(6).go }

    /// Uses enums of this file.
    public static var fileNumbers: [Int?] {
        [FilePrivateAction.go(1).go, PrivateAction.prisms.go.extract(.go(2)), PrivateAction.caseCount]
    }

    /// The case path of a private enum.
    public static var indices: [Int] { [Inner.none.caseIndex, Inner.caseCount] }

    /// The case path of a public enum.
    public static func path() -> CasePath<PublicAction, Int> { PublicAction.prisms.go }
}

extension Outer {
    /// Public by its own modifier.
    @Prism public enum Implicit: Sendable { case go(Int) }
}

public extension Outer {
    /// Public by the extension's modifier.
    @Prism enum InPublicExtension: Sendable { case go(Int) }

    /// Only compiles if the property is public too.
    @inlinable static func number(_ action: InPublicExtension) -> Int? { action.go }
}

@MainActor @Prism enum OnMainActor { case go(Int), stop }
