// SPDX-License-Identifier: MIT

/// A text in a folder of the server.
package struct Note: Codable, Hashable, Sendable, Identifiable {
    /// The name of its file, without the ending.
    package let name: String
    package var text: String
    /// What the server calls this text; nil as long as it has not said it.
    package var version: String?

    package init(name: String, text: String, version: String? = nil) {
        (self.name, self.text, self.version) = (name, text, version)
    }

    package var id: String { name }

    /// True for a text that users may take as a name: one that a file can have, also with what the note
    /// of a conflict has behind its name.
    package static func isName(_ text: String) -> Bool {
        let isOdd = text.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
        return !text.isEmpty && !isOdd && text.utf8.count <= 200
    }

    /// The first line that is not empty.
    package var title: String {
        text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
    }
}
