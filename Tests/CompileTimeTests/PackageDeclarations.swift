// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport

/// The `package` declarations, which the modules of this package share with each other.
enum PackageDeclarations {
    static let expected = Repository.root.appending(path: "Tests/CompileTimeTests/Expected/package-declarations.txt")

    /// Returns the sorted declarations of all modules in Sources, each after the name of its module.
    static func all() throws -> [String] {
        let sources = Repository.root.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
            let module = file.pathComponents[sources.pathComponents.count]
            return try all(in: String(contentsOf: file, encoding: .utf8)).map { module + $0 }
        }.sorted()
    }

    /// Returns the types and functions of the modules by name, and the number of members of each type.
    static func summary(of declarations: [String]) -> [String] {
        var members: [Substring: Int] = [:]
        var names: [String] = []
        for declaration in declarations {
            let place = declaration.prefix { $0 != ":" }
            if place.contains(".") { members[place, default: 0] += 1 } else { names.append(declaration) }
        }
        return (names + members.map { "\($0.key): members: \($0.value)" }).sorted()
    }

    /// Returns the declarations of a formatted file, without their bodies and values, after their enclosing types.
    static func all(in text: String) -> [String] {
        let lines = text.split(separator: "\n").map(Line.init)
        var types: [Line] = []
        return lines.indices.compactMap { index in
            let line = lines[index]
            if line.code.isEmpty { return nil }
            types.removeAll { $0.indentation >= line.indentation }
            let place = types.compactMap(\.typeName).joined(separator: ".")
            if line.typeName != nil { types.append(line) }
            guard let declaration = line.packageDeclaration else { return nil }
            return (place.isEmpty ? "" : "." + place) + ": "
                + signature([declaration] + lines[(index + 1)...].lazy.map(\.code))
        }
    }

    /// Returns the text of a declaration, including the lines of an open parameter list.
    private static func signature(_ lines: some Sequence<Substring>) -> String {
        var text = ""
        var depth = 0
        for line in lines {
            for character in line {
                if depth == 0, character == "{" || text.hasSuffix(" =") && character == " " { break }
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                text.append(character)
            }
            if depth == 0 { break }
            if !text.hasSuffix("(") { text += " " }
        }
        return text.replacing(/[ ]=?$/, with: "").replacing(/[ ]+\)/, with: ")")
    }
}

/// A line of a source file.
private struct Line {
    let indentation: Int
    /// The line without indentation, or an empty text for a comment or directive.
    let code: Substring

    init(_ line: Substring) {
        let code = line.drop { $0 == " " }
        indentation = line.count - code.count
        self.code = code.hasPrefix("//") || code.hasPrefix("#") ? "" : code
    }

    /// The declaration after `package`, without the attributes and modifiers before it.
    var packageDeclaration: Substring? {
        guard code.contains("package ") else { return nil }
        return code.firstMatch(of: /^(?:@?\w+(?:\([^)]*\))? )*package (?!import |=)(.*)/)?.1
    }

    /// The name of the type that the line declares or extends.
    var typeName: Substring? {
        let words = ["struct ", "class ", "enum ", "actor ", "protocol ", "extension "]
        guard words.contains(where: code.contains) else { return nil }
        return code.firstMatch(of: /^[^"({=]*\b(?:struct|class|enum|actor|protocol|extension) ([\w.]+)/)?.1
    }
}
