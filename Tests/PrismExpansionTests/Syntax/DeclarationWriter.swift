// SPDX-License-Identifier: MIT

import PrismExpansion
import RexTestSupport

/// Writes a random enum together with the expected result of parsing it.
struct DeclarationWriter {
    private(set) var text = ""
    private(set) var expected: [String] = []
    private var members: [String] = []
    private var random: SeededGenerator
    private var branches: [String] = []
    private var conditions = 0
    private var names = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    // MARK: Pieces

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    private mutating func happens(_ times: Int = 2) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

    private mutating func newName(_ kind: String) -> String {
        names += 1
        return one(of: ["\(kind)\(names)", "\(kind)_\(names)é", "`\(kind)\(names)`", "`\(kind) \(names)`"])
    }

    private func plain(_ name: String) -> String { name.filter { $0 != "`" } }

    /// Returns whitespace or an ordinary comment.
    private mutating func blank() -> String { one(of: [" ", "  ", "\t", " /* } case x */ ", "/* /* */ ( */"]) }

    private mutating func lineBreak() -> String { one(of: ["\n", "\r\n", "\n\n  ", " // case y }\n", "\n/* ) */\n"]) }

    private mutating func gap() -> String { happens() ? blank() : lineBreak() }

    /// Writes a text with random gaps in place of its spaces.
    ///
    /// Returns its range.
    @discardableResult private mutating func write(_ words: String) -> Range<Int> {
        let start = text.utf8.count
        for (index, word) in words.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { text += gap() }
            text += word
        }
        return start..<text.utf8.count
    }

    private var place: String { "in \(branches)" }

    // MARK: Declarations

    mutating func writeEnum() {
        let modifiers = ["public", "indirect", "nonisolated", "private"].filter { _ in happens(3) }
        let name = one(of: ["E", "`E`", "Écran", "_E1"])
        let parameters = ["A", "B", "C"].filter { _ in happens(3) }
        let suppressed = ["Copyable", "Escapable"].filter { _ in happens(4) }
        text += one(of: ["", "/* é */\n", "// enum X {\n"])
        for modifier in modifiers {
            write(one(of: ["", "@Other ", "@Prism(without: .setters) ", "@A.B<Int> "]))
            write(modifier)
            text += blank()
        }
        write("enum ")
        let range = write(name.replacing(" ", with: "_"))
        if !parameters.isEmpty {
            let values =
                parameters.map { one(of: [$0, "\($0): P<Q, [R]>", "\($0) : P & Q"]) }
                + (happens() ? ["let n: Int"] : [])
            write("<" + values.joined(separator: ", ") + ">")
        }
        let inherited = suppressed.map { "~" + $0 } + (happens() ? ["P", "Q<[R]>"] : [])
        if !inherited.isEmpty { write(": " + inherited.shuffled(using: &random).joined(separator: ", ")) }
        if happens(3) { write(" where A: ~Copyable, B == C<D>") }
        write(" {")
        expected.append(
            "enum \(name) \(range) \(modifiers) \(parameters) \(suppressed.contains("Copyable")) \(suppressed.contains("Escapable"))"
        )
        text += lineBreak()
        writeElements(depth: 0)
        text += "}" + one(of: ["", "\n", " // end"])
        expected += members
    }

    private mutating func writeElements(depth: Int) {
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            switch Int.random(in: 0..<(depth < 2 ? 5 : 4), using: &random) {
            case 0, 1: writeCases()
            case 2, 3: writeMember()
            default: writeCondition(depth: depth)
            }
            text += lineBreak()
        }
    }

    private mutating func writeCondition(depth: Int) {
        let condition = conditions
        conditions += 1
        expected.append("condition \(condition)")
        let clauses = ["#if A", "#elseif B && C(D)", "#elseif os(X)", "#else"].enumerated()
            .filter { $0.offset == 0 || happens() }.map(\.element)
        for (number, directive) in clauses.enumerated() {
            text += "\n" + directive + lineBreak()
            expected.append(directive)
            branches.append("\(condition).\(number)")
            writeElements(depth: depth + 1)
            branches.removeLast()
        }
        text += "\n#endif"
        expected.append("end")
    }

    private mutating func writeMember() {
        let (first, second) = (newName("m"), newName("n"))
        let (isStatic, form) = (happens(), Int.random(in: 0..<11, using: &random))
        write(one(of: ["", "@Other ", "private(set) ", "@A.B(1, \"}\") "]))
        if isStatic { write("static ") }
        let both = [first, second]
        let (source, noted): (String, [String]) =
            switch form {
            case 0: ("var \(first): Int { get { 1 } set {} }", [first])
            case 1: ("let \(first) = 2, \(second): [Int] = [3, 4]", both)
            case 2: ("var (\(first), \(second)) = (1, 2)", both)
            case 9: ("var \(first) = 1, (_, \(second)): (Int, Int) = (2, 3)", [first, "_", second])
            case 10: ("let (\(first), _) = (1, 2), \(second) = 3", [first, "_", second])
            case 3: ("func \(first)() -> Int { let \(second) = 1; return \(second) }", [first])
            case 4: ("func \(first)<T>() where T: P {}", [first])
            case 5: ("func \(first)(x: Int) {}", [])
            case 6: ("init(\(first): Int) { self = .x }", [])
            case 7: ("subscript(\(first): Int) -> Int { \(first) }", [])
            default: ("var \(first): Int { if /}/.test { 1 } else { 2 } }", [first])
            }
        text += source
        members += noted.map { "member \(plain($0)) \(isStatic) \(place)" }
        guard !isStatic, happens(4) else { return }
        let name = newName("T")
        let keyword = one(of: ["struct", "enum", "class", "actor", "protocol"])
        text += "; \(keyword) \(name) { var x: Int }; typealias \(name) = Int"
        members += ["member \(plain(name)) true \(place)", "member \(plain(name)) true \(place)"]
    }

    private mutating func writeCases() {
        var documentation = writeDocumentation()
        let attributes = ["@available(*, deprecated)", "@Other", "@available(macOS 15, *)"].filter { _ in happens(4) }
        for attribute in attributes {
            write(attribute)
            text += gap()
        }
        let said = attributes.filter { $0.hasPrefix("@available") }
        write(one(of: ["case ", "indirect case "]))
        for number in 0..<Int.random(in: 1...3, using: &random) {
            if number > 0 {
                text += ","
                documentation = writeDocumentation()
                text += " "
            }
            let name = newName("c")
            let start = text.utf8.count
            text += name
            let range = start..<text.utf8.count
            let payload = writePayload()
            if payload.isEmpty, happens(4) { text += one(of: [" = 1", " = \"case x, }\"", " = -2"]) }
            expected.append("case \(name) \(range) \(documentation) \(said) \(payload) \(place)")
        }
        text += one(of: ["", ";", " ;"])
    }

    private mutating func writeDocumentation() -> [String] {
        let lines = ["/// First.", "///", "/// } case z, \"second"].filter { _ in happens(4) }
        for line in lines { text += "\n  " + line + " \n" }
        return lines
    }

    private mutating func writePayload() -> [String] {
        let types = [
            "Int", "[String: Int]", "(Int, String) -> Void", "Result<Int, any Error>", "@Sendable () async -> Int",
            "A.B<C, D<E>>", "Int?", "any P & Q", "`Type`", "[Int]!", "(x: Int, y: Int)", "Self",
        ]
        guard happens() else { return [] }
        var payload: [String] = []
        text += "("
        for number in 0..<Int.random(in: 1...3, using: &random) {
            if number > 0 { write(", ") }
            let label = one(of: [nil, "x", "_", "x y", "_ y", "`in`"])
            if let label {
                write(label)
                text += one(of: ["", " "]) + ":" + gap()
            }
            let type = one(of: types)
            var range = write(type)
            let isVariadic = happens(5)
            if isVariadic {
                text += "..."
                range = range.lowerBound..<text.utf8.count
            }
            if happens(4) { write(one(of: [" = 1", " = [\"a\", \"b)\"]", " = { $0 < 1 }", " = .max"])) }
            let name = label.map { String($0.prefix { $0 != " " }) }
            payload.append("\(name == "_" ? "-" : name ?? "-")|\(type)|\(isVariadic)|\(range)")
        }
        text += ")"
        return payload
    }
}

extension EnumDeclaration {
    /// The summary that ``DeclarationWriter`` expects.
    var inShort: [String] {
        let head = "enum \(name.text) \(name.range) \(modifiers) \(typeParameters) \(isNoncopyable) \(isNonescapable)"
        var lines = [head]
        for element in elements { lines += element.inShort }
        for member in members { lines.append("member \(member.name) \(member.isStatic) \(member.branches.inShort)") }
        return lines
    }
}

extension EnumDeclaration.Element {
    fileprivate var inShort: [String] {
        switch self {
        case .enumCase(let element):
            let payload = element.payload.map { "\($0.label ?? "-")|\($0.type)|\($0.isVariadic)|\($0.range)" }
            let name = "\(element.name.text) \(element.name.range)"
            return [
                "case \(name) \(element.documentation) \(element.attributes) \(payload) \(element.branches.inShort)"
            ]
        case .conditional(let condition, let clauses):
            var lines = ["condition \(condition)"]
            for clause in clauses {
                lines.append(clause.directive)
                for element in clause.elements { lines += element.inShort }
            }
            lines.append("end")
            return lines
        }
    }
}

extension [EnumDeclaration.Branch] {
    fileprivate var inShort: String { "in \(map { "\($0.condition).\($0.clause)" })" }
}
