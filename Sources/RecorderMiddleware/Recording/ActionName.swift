// SPDX-License-Identifier: MIT

/// The case of an action of which there is only the text, with those of the enums that it holds
/// behind dots: `list.added`.
enum ActionName {
    static func of(_ text: String) -> String {
        var name = ""
        var rest = text.unicodeScalars[...]
        while let first = rest.first, name.isEmpty || isLowercase(first) {
            let word = rest.prefix { isPartOfName($0) }
            rest = rest.dropFirst(word.count)
            // What stands before a colon is the label of a value.
            guard !word.isEmpty, rest.first != ":" else { break }
            guard name.isEmpty || !["nil", "true", "false"].contains(String(word)) else { break }
            name += (name.isEmpty ? "" : ".") + String(word)
            guard rest.first == "(" else { break }
            rest = rest.dropFirst()
        }
        return name.isEmpty ? String(text.prefix(40)) : name
    }

    private static func isLowercase(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isLowercase || scalar == "_"
    }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isXIDContinue
    }
}

extension Recording.Entry {
    /// The case of the action, with those of the enums that it holds behind dots.
    var caseName: String { action.map { CaseNames.name(of: $0) } ?? ActionName.of(actionText) }
}
