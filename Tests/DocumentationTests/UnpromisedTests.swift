// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Compares the note on details that Swift does not promise with the sources.
@Suite struct UnpromisedTests {
    /// A name that starts with an underscore or belongs to the runtime, and the module that uses it.
    private struct Use: Hashable, Comparable, CustomStringConvertible {
        let name: String
        let module: String

        var description: String { "\(name) in \(module)" }

        static func < (one: Use, other: Use) -> Bool { (one.name, one.module) < (other.name, other.module) }
    }

    /// The texts in backticks of a table's row, by column.
    private struct Row {
        let columns: [[String]]

        init(_ line: Substring) {
            columns = line.split(separator: "|").map { column in
                column.matches(of: /`([^`]+)`/).map { String($0.output.1) }
            }
        }
    }

    /// Functions that POSIX promises, the storage of properties with a wrapper, and a field of the Model Context Protocol.
    private static let promised: Set = ["_exit", "_bridge", "_meta"]

    private static func files(in folder: String, _ endings: Set<String>) throws -> [URL] {
        let root = Repository.root.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return files.compactMap { $0 as? URL }.filter { endings.contains($0.pathExtension) }
    }

    /// Returns the rows of the note's first table, and the rows of both tables.
    private static func rows() throws -> (listed: [Row], all: [Row]) {
        let note = Repository.root.appending(path: "Docs/Design/0008-what-is-not-promised.md")
        let parts = try String(contentsOf: note, encoding: .utf8).split(separator: "\n## ")
        let rows = parts.dropFirst().map { part in
            part.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map(Row.init)
        }
        try #require(rows.count == 2)
        return (rows[0], rows[0] + rows[1])
    }

    /// Returns the names in a line of code.
    ///
    /// A mangled name is reduced to the name of its module.
    private static func names(in line: Substring) -> [String] {
        let name = /(?:^|[^\w$])(@?_[A-Za-z]\w*|\$s\d+\w+|swift_\w+|unsafeBitCast|Unmanaged)\b/
        return line.matches(of: name).map { match in
            let text = String(match.output.1)
            guard
                let mangled = text.wholeMatch(of: /(\$s(\d+))\w+/),
                let count = Int(mangled.output.2)
            else { return text }
            return String(text.prefix(mangled.output.1.count + count))
        }
    }

    @Test func unpromisedNamesAreFoundInCode() {
        #expect(Self.names(in: "let a = !_isPOD(b) && x._withUnsafeThing(c)") == ["_isPOD", "_withUnsafeThing"])
        #expect(Self.names(in: "@_exported import A // _ = b") == ["@_exported"])
        #expect(Self.names(in: "symbol(\"$s7Testing4TestV\", \"_swift_hook\")") == ["$s7Testing", "_swift_hook"])
        #expect(Self.names(in: "rex_symbol(a_b, $0, _: c, __APPLE__)") == [])
    }

    @Test func noteListsEachUseInTheSources() throws {
        var used: Set<Use> = []
        for file in try Self.files(in: "Sources", ["swift", "h", "c"]) {
            let components = file.pathComponents
            let module = try #require(components.lastIndex(of: "Sources").map { components[$0 + 1] })
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                // Regular expressions are slow in debug builds.
                guard ["_", "$s", "unsafeBitCast", "Unmanaged"].contains(where: line.contains) else { continue }
                guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                used.formUnion(Self.names(in: line).map { Use(name: $0, module: module) })
            }
        }
        used = used.filter { !Self.promised.contains($0.name) }
        let listed = Set(
            try Self.rows().listed.flatMap { row in
                row.columns[0].flatMap { name in row.columns[1].map { Use(name: name, module: $0) } }
            }
        )
        #expect(used.count > 20)
        #expect(used.subtracting(listed).sorted() == [], "The note has no row for these names.")
        #expect(listed.subtracting(used).sorted() == [], "The note lists these names, but the sources don't use them.")
    }

    @Test func testsNamedInTheNoteExist() throws {
        let sources = try Self.files(in: "Tests", ["swift"]).map { try String(contentsOf: $0, encoding: .utf8) }
        for row in try Self.rows().all {
            let tests = try #require(row.columns.last).filter { !$0.hasPrefix("make ") }
            #expect(!tests.isEmpty, "\(row.columns)")
            for test in tests {
                let parts = test.split(separator: ".")
                try #require(parts.count == 2, "\(test)")
                let exists = sources.contains { $0.contains("struct \(parts[0]) ") && $0.contains("func \(parts[1])(") }
                #expect(exists, "There is no \(test).")
            }
        }
    }

    /// Checks the compiler's output without optimisation for each underscored attribute that Rex uses.
    @Test func underscoredAttributesHaveTheirEffect() throws {
        let source = """
            @_transparent public func inner() -> Int { 1 }
            public func caller() -> Int { inner() }
            @_alwaysEmitIntoClient public func copied() -> Int { 2 }
            @_documentation(visibility: internal) public func undocumented() {}
            public func overloaded() -> Int { 3 }
            @_disfavoredOverload public func overloaded() -> String { "" }
            public func chosen() -> Int { let one = overloaded(); return one }
            """
        try withExtendedLifetime(TemporaryFolder()) { folder in
            try folder.write(source, to: "Source.swift")
            func compile(_ arguments: String...) throws {
                let options = ["-Onone", "-parse-as-library", "-module-name", "M"] + arguments
                let outcome = try Compiler.compile(folder.file("Source.swift"), options, deadline: 60)
                try #require(outcome.succeeded, "\(outcome.diagnostics)")
            }
            try compile("-emit-ir", "-o", folder.file("Source.ll"))
            let functions = try folder.text(of: "Source.ll").components(separatedBy: "\ndefine ").dropFirst()
            let caller = try #require(functions.first { $0.contains("$s1M6callerSiyF\"()") })
            #expect(!caller.contains("call "), "A transparent function is not inlined: \(caller)")
            let copied = try #require(functions.first { $0.contains("$s1M6copiedSiyF\"()") })
            #expect(copied.hasPrefix("weak_odr hidden "), "A function for clients is emitted in the module: \(copied)")
            let module = folder.file("M.swiftmodule")
            try compile("-emit-module", "-o", module, "-emit-symbol-graph", "-emit-symbol-graph-dir", folder.path)
            let symbols = try folder.text(of: "M.symbols.json")
            #expect(symbols.contains("overloaded") && !symbols.contains("undocumented"))
        }
    }
}
