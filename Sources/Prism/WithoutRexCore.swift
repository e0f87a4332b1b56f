// SPDX-License-Identifier: MIT

public import RexCore

/// Takes the place of RexCore's `PrismPath` in a file that uses `@Prism` and does not import
/// RexCore.
///
/// Of two names the compiler prefers the one that is available.
@available(*, unavailable, message: "the code that @Prism adds needs RexCore: add 'import RexCore' to this file")
public typealias PrismPath = WithoutRexCore

/// `CaseIndexed`, as the code that `@Prism` adds names it; that it needs RexCore, `PrismPath` says
/// alone.
public typealias PrismIndexed = CaseIndexed

/// A stand-in for `CasePath` where RexCore is not imported, so that no further message follows.
public struct WithoutRexCore<Root, Value>: Sendable {
    /// Does nothing: no program has a call of it.
    public init(
        extract: @escaping @Sendable (Root) -> Value?,
        embed: @escaping @Sendable (Value) -> Root,
        caseIndex: Int?
    ) {}
}
