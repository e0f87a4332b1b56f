// SPDX-License-Identifier: MIT

/// A type as a file of another module writes it.
struct SourceName {
    let text: String
    /// The modules in which the names are that it is made of.
    private(set) var modules: Set<String> = []

    init(of type: Any.Type) throws(Obstacle) {
        let whole = String(reflecting: type)
        guard !whole.contains("(unknown context at "), !whole.contains(" in $") else {
            throw Obstacle(
                "the type \(type), or one that it is made of, is private, so that no other file can name it."
            )
        }
        let marker = "(extension in "
        var (text, word) = ("", "")
        var rest = whole[...]
        while !rest.isEmpty {
            if rest.hasPrefix(marker) {
                let module = rest.dropFirst(marker.count).prefix { $0 != ")" }
                modules.insert(String(module))
                // Behind the bracket stands a colon.
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

    /// A name behind its module, which is noted; without it where the module has a type of the same
    /// name.
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

    /// Returns whether a module has a type that is called as the module itself, which is what the
    /// name stands for then.
    private static func hasType(named module: String) -> Bool {
        let name = "\(module.utf8.count)\(module)"
        return ["V", "O", "C"].contains { _typeByName(name + name + $0) != nil }
    }

    /// The lines that import the modules of types.
    static func imports(_ names: [SourceName], and others: [String]) -> String {
        let plain: Set = ["Foundation", "FoundationEssentials", "RexCore"]
        let modules = names.reduce(into: Set<String>()) { $0.formUnion($1.modules) }
        let lines = modules.intersection(plain).union(others).sorted().map { "import \($0)\n" }
        let own = modules.subtracting(plain).subtracting(others).sorted().map { "@testable import \($0)\n" }
        return lines.joined() + (own.isEmpty ? "" : "\n" + own.joined())
    }

    /// A name as that of a function.
    static func identifier(_ name: String) throws(Obstacle) -> String {
        let isWord = name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "_" }
        guard isWord, name != "_", let first = name.unicodeScalars.first, first.properties.isXIDStart || first == "_"
        else { throw Obstacle("\(name.debugDescription) is no name of a function.") }
        // A word in lower case may mean something to the compiler, and so do these.
        let isReserved = name.allSatisfy { $0.isLowercase } || ["Any", "Self"].contains(name)
        return isReserved ? "`\(name)`" : name
    }
}
