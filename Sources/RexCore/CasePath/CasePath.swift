// SPDX-License-Identifier: MIT

/// One case of an enum as a value: how its payload is taken out, and how it is put in.
///
/// ```swift
/// enum Screen { case login(Login), home(Home) }
///
/// let login = CasePath<Screen, Login>(
///     extract: { if case .login(let login) = $0 { login } else { nil } },
///     embed: Screen.login
/// )
/// login.extract(.home(Home()))  // nil
/// ```
public struct CasePath<Root, Value>: Sendable {
    /// The payload of a value that is in this case; nil in any other case.
    public let extract: @Sendable (Root) -> Value?
    /// A value in this case, with this payload.
    public let embed: @Sendable (Value) -> Root
    /// The place of the case among the cases of its enum, counted from 0, or nil if it is not
    /// known.
    public let caseIndex: Int?
    @usableFromInline let selector: CaseSelector<Root>?
    /// The name of the case, for recordings; nil if it is not known.
    ///
    /// What is lifted by the path has this name, unless
    /// ``MiddlewareProtocol/named(_:file:function:line:)`` gives it another one.
    public let name: String?

    @inlinable init(
        extract: @escaping @Sendable (Root) -> Value?,
        embed: @escaping @Sendable (Value) -> Root,
        caseIndex: Int?,
        selector: CaseSelector<Root>?,
        name: String? = nil
    ) {
        self.extract = extract
        self.embed = embed
        self.caseIndex = caseIndex
        self.selector = selector
        self.name = name
    }

    /// Makes a case path by hand.
    ///
    /// What is lifted by the path is called for every action, since this enum does not number its
    /// cases.
    ///
    /// - Parameters:
    ///   - extract: the payload of a value that is in this case, else nil.
    ///   - embed: a value in this case; most often the name of the case.
    ///   - caseIndex: the place of the case in its enum, if it is known.
    ///   - name: the name of the case, if it is known.
    @inlinable public init(
        extract: @escaping @Sendable (Root) -> Value?,
        embed: @escaping @Sendable (Value) -> Root,
        caseIndex: Int? = nil,
        name: String? = nil
    ) {
        self.init(extract: extract, embed: embed, caseIndex: caseIndex, selector: nil, name: name)
    }

    /// Makes a case path by hand, for an enum that numbers its cases.
    ///
    /// What is lifted by a path with an index is called only for actions in that case, so a
    /// composition of any number of such members costs as much as one of few.
    ///
    /// - Parameters:
    ///   - extract: the payload of a value that is in this case, else nil.
    ///   - embed: a value in this case; most often the name of the case.
    ///   - caseIndex: the ``CaseIndexed/caseIndex`` of the values in this case, or nil if it is not
    ///     known.
    ///   - name: the name of the case; by default that of the property that makes the path.
    /// - Precondition: `caseIndex` is less than the enum's `caseCount`, and not negative.
    @inlinable public init(
        extract: @escaping @Sendable (Root) -> Value?,
        embed: @escaping @Sendable (Value) -> Root,
        caseIndex: Int? = nil,
        name: String = #function
    ) where Root: CaseIndexed {
        self.init(
            extract: extract,
            embed: embed,
            caseIndex: caseIndex,
            selector: caseIndex.map { CaseSelector($0) },
            // A function is no case.
            name: name.utf8.contains(UInt8(ascii: "(")) ? nil : name
        )
    }

    /// Makes the path to a case of this case's payload; its index is that of the outer case.
    public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
        CasePath<Root, Inner>(
            extract: { [extract] root in extract(root).flatMap(path.extract) },
            embed: { [embed] inner in embed(path.embed(inner)) },
            caseIndex: caseIndex,
            selector: selector,
            name: name.map { name in path.name.map { "\(name).\($0)" } ?? name }
        )
    }
}
