// SPDX-License-Identifier: MIT

import StateComparison

/// The case of an action, with those of the enums that it holds behind dots: `list.added`, also `row.toggle` for an action
/// that is addressed to an element.
enum ActionName {
    /// An enum in an action, and the case that it is.
    struct Step {
        let type: Any.Type
        let name: String
    }

    /// The name as the types say it, whatever the action says of itself.
    static func of(_ action: Any) -> String {
        let steps = steps(of: action)
        return steps.isEmpty ? of(text: ValueText.bounded(action)) : steps.map(\.name).joined(separator: ".")
    }

    /// The enums in an action, from the outside to the inside; none if it is no enum.
    static func steps(of action: Any) -> [Step] {
        var steps: [Step] = []
        var next: Any? = action
        while let value = next, let name = EnumCases.name(of: value) {
            steps.append(Step(type: type(of: value), name: name))
            let payload = value is any CustomReflectable ? nil : Mirror(reflecting: value).children.first
            next = payload.flatMap { inner($0.value) }
        }
        return steps
    }

    /// What a payload has of an action: itself, or, of several values, the one that has no label or is called `action`.
    private static func inner(_ payload: Any) -> Any? {
        let mirror = Mirror(reflecting: payload)
        switch mirror.displayStyle {
        case .tuple:
            let others = mirror.children.filter { $0.label?.hasPrefix(".") ?? true }
            let named = mirror.children.first { $0.label == "action" }
            return named?.value ?? (others.count == 1 ? others.first?.value : nil)
        case .struct: return mirror.children.first { $0.label == "action" }?.value
        default: return payload
        }
    }

    /// The name as far as a text has it, of an action of which nothing else is left.
    static func of(text: String) -> String {
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
