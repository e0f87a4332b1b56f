// SPDX-License-Identifier: MIT

public import RexCore

/// Reports a missing import: replaces RexCore's `PrismPath` in a file that uses `@Prism` without
/// importing RexCore.
///
/// If both are visible, the compiler prefers the available one, RexCore's.
@available(*, unavailable, message: "the code that @Prism adds needs RexCore: add 'import RexCore' to this file")
public typealias PrismPath = WithoutRexCore

/// The name of `CaseIndexed` in the generated code.
///
/// Always available, so that only `PrismPath` reports a missing import.
public typealias PrismIndexed = CaseIndexed

/// A stand-in for `CasePath` if RexCore isn't imported, so that no further errors follow.
public struct WithoutRexCore<Root, Value>: Sendable {
    /// Never called.
    ///
    /// Does nothing.
    public init(
        extract: @escaping @Sendable (Root) -> Value?,
        embed: @escaping @Sendable (Value) -> Root,
        caseIndex: Int?
    ) {}
}
