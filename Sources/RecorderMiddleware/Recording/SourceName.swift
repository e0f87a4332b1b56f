// SPDX-License-Identifier: MIT

/// The name of a type in a file of another module.
struct SourceName {
    let text: String
    /// The modules of all types in the name.
    private(set) var modules: Set<String> = []

    init(of type: Any.Type) throws(Obstacle) {
        let whole = String(reflecting: type)
        guard !whole.contains("(unknown context at "), !whole.contains(" in $") else {
            throw Obstacle(
                "the type \(type), or a type in it, is private, so that no other file can name it."
            )
        }
        let marker = "(extension in "
        var (text, word) = ("", "")
        var rest = whole[...]
        while !rest.isEmpty {
            if rest.hasPrefix(marker) {
                let module = rest.dropFirst(marker.count).prefix { $0 != ")" }
                modules.insert(String(module))
                // A colon follows the bracket.
                rest = rest.dropFirst(marker.count + module.count + 2)
                continue
            }
            let character = rest.removeFirst()
            if character.isLetter || character.isNumber || "_.`".contains(character) {
                word.append(character)
            } else {
                text += SourceName.local(word, &modules)
                text.append(character)
                word = ""
            }
        }
        self.text = text + SourceName.local(word, &modules)
        modules.remove("Swift")
    }

    /// Returns a qualified name and adds its module.
    ///
    /// The module is left out if a type of the same name hides it.
    private static func local(_ name: String, _ modules: inout Set<String>) -> String {
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return name }
        let module = String(name[..<dot])
        if module == "__C" {
            modules.insert("Foundation")
        } else {
            modules.insert(module)
            guard hasType(named: module) else { return name }
        }
        return String(name[name.index(after: dot)...])
    }

    /// Returns whether a module has a type with its own name, which then hides the module.
    private static func hasType(named module: String) -> Bool {
        let name = "\(module.utf8.count)\(module)"
        return ["V", "O", "C"].contains { _typeByName(name + name + $0) != nil }
    }

    /// Returns the lines that import the modules of types.
    static func imports(_ names: [SourceName], and others: [String]) -> String {
        let plain = ["Foundation", "FoundationEssentials", "RexCore"] + others
        let modules = Array(names.reduce(into: Set(others)) { $0.formUnion($1.modules) }).sorted()
        let lines = modules.filter { plain.contains($0) }.map { "import \($0)\n" }
        let own = modules.filter { !plain.contains($0) }.map { "@testable import \($0)\n" }
        return lines.joined() + (own.isEmpty ? "" : "\n" + own.joined())
    }

    /// Returns whether all characters of a text may be part of a name.
    static func isWord(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue } }

    /// Returns a valid function name.
    static func identifier(_ name: String) throws(Obstacle) -> String {
        guard isWord(name), name != "_", let first = name.unicodeScalars.first,
            first.properties.isXIDStart || first == "_"
        else { throw Obstacle("\(name.debugDescription) is not a valid function name.") }
        // A word in lower case may be a keyword, and these two are.
        let isReserved = name.allSatisfy { $0.isLowercase } || ["Any", "Self"].contains(name)
        return isReserved ? "`\(name)`" : name
    }
}
