// SPDX-License-Identifier: MIT

/// A name for related entries of ``Requests``, which are invalidated together.
///
/// ```swift
/// extension RequestTag {
///     static let posts: RequestTag = "posts"
///     static func author(_ id: Int) -> RequestTag { "author \(id)" }
/// }
/// ```
public struct RequestTag: Hashable, Codable, Sendable, ExpressibleByStringInterpolation {
    /// The name.
    public let name: String

    /// Makes a tag from a literal, which may have interpolations.
    ///
    /// Tags with the same name are equal.
    public init(stringLiteral name: String) {
        self.name = name
    }
}
