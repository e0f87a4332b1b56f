// SPDX-License-Identifier: MIT

/// The case names in the text of an action, such as `list.added`.
enum ActionName {
    static func of(_ text: String) -> String {
        var name = ""
        var rest = text.unicodeScalars[...]
        while let first = rest.first, name.isEmpty || isLowercase(first) {
            let word = rest.prefix { isPartOfName($0) }
            rest = rest.dropFirst(word.count)
            // A word before a colon is the label of a value.
            guard !word.isEmpty, rest.first != ":" else { break }
            guard name.isEmpty || !["nil", "true", "false"].contains(String(word)) else { break }
            name += (name.isEmpty ? "" : ".") + String(word)
            guard rest.first == "(", holdsOneValue(rest) else { break }
            rest = rest.dropFirst()
        }
        return name.isEmpty ? String(text.prefix(40)) : name
    }

    /// Returns whether the brackets at the beginning of a text contain one value, without a comma
    /// at the top level.
    private static func holdsOneValue(_ text: Substring.UnicodeScalarView) -> Bool {
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for scalar in text {
            switch scalar {
            case _ where isEscaped: isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case _ where isQuoted: break
            case "(", "[": depth += 1
            case ")", "]":
                depth -= 1
                if depth == 0 { return true }
            case ",": if depth == 1 { return false }
            default: break
            }
        }
        return true
    }

    private static func isLowercase(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isLowercase || scalar == "_"
    }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isXIDContinue
    }
}

extension Recording.Entry {
    /// The case of the action, followed by the cases of nested enums.
    package var caseName: String { action.map { CaseNames.name(of: $0) } ?? ActionName.of(actionText) }
}
