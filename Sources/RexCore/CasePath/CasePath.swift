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
    /// The place of the case among the cases of its enum, counted from 0, or nil if it is not known.
    public let caseIndex: Int?

    /// Makes a case path by hand.
    ///
    /// - Parameters:
    ///   - extract: the payload of a value that is in this case, else nil.
    ///   - embed: a value in this case; most often the name of the case.
    ///   - caseIndex: the place of the case in its enum, if the enum tells the same of its values.
    public init(
        extract: @escaping @Sendable (Root) -> Value?,
        embed: @escaping @Sendable (Value) -> Root,
        caseIndex: Int? = nil
    ) {
        self.extract = extract
        self.embed = embed
        self.caseIndex = caseIndex
    }

    /// The path to a case of this case's payload.
    ///
    /// Its index is that of the outer case.
    public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
        CasePath<Root, Inner>(
            extract: { [extract] root in extract(root).flatMap(path.extract) },
            embed: { [embed] inner in embed(path.embed(inner)) },
            caseIndex: caseIndex
        )
    }
}
