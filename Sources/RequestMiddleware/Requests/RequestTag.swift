// SPDX-License-Identifier: MIT

/// A name for what several entries of ``Requests`` have in common, by which they are invalidated.
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

    /// Makes a tag; tags of one name are equal.
    public init(_ name: String) {
        self.name = name
    }

    /// Makes a tag of a literal.
    public init(stringLiteral name: String) {
        self.name = name
    }
}
