// SPDX-License-Identifier: MIT

/// A case of an enum as a value, with functions that extract and embed its payload.
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
    /// Returns the payload of a value in this case, or nil for another case.
    public let extract: @Sendable (Root) -> Value?
    /// Returns a value in this case with the payload.
    public let embed: @Sendable (Value) -> Root
    /// The index of the case in its enum, counted from 0, or nil if unknown.
    public let caseIndex: Int?
    @usableFromInline let selector: CaseSelector<Root>?
    /// The name of the case for recordings, or nil if unknown.
    ///
    /// Features and middlewares that are lifted by the path have this name, unless
    /// ``MiddlewareProtocol/named(_:file:function:line:)`` overrides it.
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

    /// Creates a case path by hand.
    ///
    /// Since this enum doesn't number its cases, reducers and middlewares lifted by the path are
    /// called for every action.
    ///
    /// - Parameters:
    ///   - extract: Returns the payload of a value in this case, otherwise nil.
    ///   - embed: Returns a value in this case; usually the name of the case.
    ///   - caseIndex: The index of the case in its enum, if known.
    ///   - name: The name of the case, if known.
    @_alwaysEmitIntoClient public init(
        extract: @escaping @Sendable (Root) -> Value?,
        embed: @escaping @Sendable (Value) -> Root,
        caseIndex: Int? = nil,
        name: String? = nil
    ) {
        self.init(extract: extract, embed: embed, caseIndex: caseIndex, selector: nil, name: name)
    }

    /// Creates a case path by hand, for an enum that numbers its cases.
    ///
    /// Reducers and middlewares lifted by a path with an index are called only for actions in that
    /// case. A composition of many costs as much as one of few.
    ///
    /// - Parameters:
    ///   - extract: Returns the payload of a value in this case, otherwise nil.
    ///   - embed: Returns a value in this case; usually the name of the case.
    ///   - caseIndex: The ``CaseIndexed/caseIndex`` of the case, or nil if unknown.
    ///   - name: The name of the case. By default the name of the property that creates the path.
    /// - Precondition: `caseIndex` is at least 0 and less than the enum's `caseCount`.
    @_alwaysEmitIntoClient public init(
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
            // If a function creates the path, its name is not that of the case.
            name: name.utf8.contains(UInt8(ascii: "(")) ? nil : name
        )
    }

    /// Returns the path to a case of the payload.
    ///
    /// Its index is that of the outer case.
    @_alwaysEmitIntoClient public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
        CasePath<Root, Inner>(
            extract: { [extract] root in extract(root).flatMap(path.extract) },
            embed: { [embed] inner in embed(path.embed(inner)) },
            caseIndex: caseIndex,
            selector: selector,
            name: name.map { name in path.name.map { "\(name).\($0)" } ?? name }
        )
    }
}
