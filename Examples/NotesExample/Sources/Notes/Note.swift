// SPDX-License-Identifier: MIT

/// A text in a folder of the server.
package struct Note: Codable, Hashable, Sendable, Identifiable {
    /// The name of the file, without its extension.
    package let name: String
    package var text: String
    /// The server's version of this text, or nil if it is unknown.
    package var version: String?

    package init(name: String, text: String, version: String? = nil) {
        (self.name, self.text, self.version) = (name, text, version)
    }

    package var id: String { name }

    /// Returns whether a text can be the name of a note: a valid file name, even with the suffix of
    /// a conflict.
    package static func isName(_ text: String) -> Bool {
        let isOdd = text.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
        return !text.isEmpty && !isOdd && text.utf8.count <= 200
    }

    /// The first line that is not empty.
    package var title: String {
        text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
    }
}
