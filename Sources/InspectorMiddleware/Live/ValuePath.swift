// SPDX-License-Identifier: MIT

import StateComparison

/// A path to a part of a value, such as `rows[3].title` or `amounts["tea"]`.
struct ValuePath {
    private enum Step {
        case member(Substring)
        case key(Substring)
    }

    private var steps: [Step] = []

    /// Returns nil for a text that is no path.
    init?(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            if first == "[" {
                guard let end = ValuePath.end(of: rest) else { return nil }
                steps.append(.key(rest[rest.index(after: rest.startIndex)..<end]))
                rest = rest[rest.index(after: end)...]
            } else {
                if first == "." { rest.removeFirst() }
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                steps.append(.member(name))
                rest = rest.dropFirst(name.count)
            }
        }
    }

    /// Returns the index of the closing bracket, outside of quotes.
    private static func end(of text: Substring) -> Substring.Index? {
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index] == "]", !isQuoted { return index }
        }
        return nil
    }

    func part(of value: Any) -> Any? {
        var part = value
        for step in steps {
            guard let next = ValuePath.part(step, of: ValuePath.unwrapped(part)) else { return nil }
            part = next
        }
        return part
    }

    /// Returns the longest part of the path that a value has, with the names of its parts, for people.
    func longestPart(of value: Any) -> String {
        var (part, path) = (ValuePath.unwrapped(value), "")
        for step in steps {
            guard let next = ValuePath.part(step, of: part) else { break }
            part = ValuePath.unwrapped(next)
            switch step {
            case .member(let name): path += (path.isEmpty ? "" : ".") + name
            case .key(let key): path += "[\(key)]"
            }
        }
        let names = ValuePath.names(in: part)
        return "\(path.isEmpty ? "It" : path) has "
            + (names.isEmpty ? "no parts." : "\(names.joined(separator: ", ")).")
    }

    private static func names(in value: Any) -> [String] {
        let mirror = Mirror(reflecting: value), limit = 20
        if mirror.displayStyle == .collection || mirror.displayStyle == .set {
            return mirror.children.isEmpty ? [] : ["[0] to [\(mirror.children.count - 1)]"]
        }
        let names = mirror.children.prefix(limit).compactMap { child -> String? in
            guard mirror.displayStyle == .dictionary else { return child.label }
            return Mirror(reflecting: child.value).children.first.map {
                "[\(ValueText.bounded($0.value, to: 100, textsTo: 100))]"
            }
        }
        return names + (mirror.children.count > limit ? ["…"] : [])
    }

    private static func part(_ step: Step, of value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        switch step {
        case .member(let name): return mirror.children.first { $0.label.map { $0 == name } ?? false }?.value
        case .key(let key):
            guard mirror.displayStyle == .dictionary else {
                guard let index = Int(key), index >= 0, index < mirror.children.count else { return nil }
                return mirror.children[mirror.children.index(mirror.children.startIndex, offsetBy: index)].value
            }
            for child in mirror.children {
                let pair = Array(Mirror(reflecting: child.value).children)
                if pair.count == 2, ValueText.bounded(pair[0].value) == key { return pair[1].value }
            }
            return nil
        }
    }

    private static func unwrapped(_ value: Any) -> Any {
        var value = value
        while case let mirror = Mirror(reflecting: value), mirror.displayStyle == .optional,
            let some = mirror.children.first
        {
            value = some.value
        }
        return value
    }
}
