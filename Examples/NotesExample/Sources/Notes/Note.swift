// SPDX-License-Identifier: MIT

/// A text in a folder of the server.
public struct Note: Codable, Hashable, Sendable, Identifiable {
    /// The name of its file, without the ending.
    public let name: String
    public var text: String
    /// What the server calls this text; nil as long as it has not said it.
    public var version: String?

    public init(name: String, text: String, version: String? = nil) {
        (self.name, self.text, self.version) = (name, text, version)
    }

    public var id: String { name }

    /// The first line that is not empty.
    public var title: String {
        text.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
    }
}
