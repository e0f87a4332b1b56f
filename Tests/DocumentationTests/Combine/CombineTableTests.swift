// SPDX-License-Identifier: MIT

// On platforms with Combine, the module has no symbols of its own.
#if os(Linux)
import Foundation
import RexTestSupport
import Testing

/// Compares the page's table of available names with the symbols that the compiler reports.
@Suite struct CombineTableTests {
    private static let page = Repository.root.appending(path: "Sources/PublisherKit/PublisherKit.docc/PublisherKit.md")
    private static let marks = ("<!-- coverage -->\n", "<!-- end -->")

    /// The public names with their owners, and whether each is an alias for another type.
    private let symbols: [String: Bool]

    init() throws {
        let found = try SymbolGraph.symbols(of: "PublisherKit")
        symbols = Dictionary(
            found.map { ($0.pathComponents.joined(separator: "."), $0.kind.displayName == "Type Alias") },
            uniquingKeysWith: { $0 && $1 }
        )
    }

    @Test func pageListsAvailableAndMissingNamesOfCombine() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let parts = text.components(separatedBy: Self.marks.0)
        try #require(parts.count == 2)
        let rest = try #require(parts[1].range(of: Self.marks.1))
        let renewed = parts[0] + Self.marks.0 + table + parts[1][rest.lowerBound...]
        if ProcessInfo.processInfo.environment["RENEW"] != nil {
            try renewed.write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text == renewed, "Run RENEW=1 swift test --filter CombineTableTests, and commit the page.")
        }
    }

    @Test func differingNamesAreAvailable() {
        for (name, _) in CombineNames.differences { #expect(symbols[name] != nil, "\(name) is not available.") }
    }

    @Test func eachNameIsListedOnce() {
        for (owner, names) in CombineNames.byOwner {
            let list = names.split(separator: " ")
            #expect(Set(list).count == list.count, "\(owner) has a name twice.")
        }
    }

    private var table: String {
        var (here, all) = (0, 0)
        var rows = ""
        for (owner, names) in CombineNames.byOwner {
            let list = names.split(separator: " ").map(String.init)
            let (there, missing) = (list.filter { isThere($0, of: owner) }, list.filter { !isThere($0, of: owner) })
            (here, all) = (here + there.count, all + list.count)
            rows += "| \(owner.isEmpty ? "the module" : "`\(owner)`") | \(cell(there)) | \(cell(missing)) |\n"
        }
        let aliases = CombineNames.byOwner.first { $0.owner == "Publishers" }?.names.split(separator: " ").filter {
            symbols["Publishers.\($0)"] == true
        }
        return """
            \(here) of the \(all) names of Combine are available.

            | owner | available | missing |
            |---|---|---|
            \(rows)
            These types are aliases of shared types, without initializers and properties of their own:
            \(cell(aliases?.map(String.init) ?? [])).

            | name | difference |
            |---|---|
            \(CombineNames.differences.map { "| `\($0.name)` | \($0.difference) |\n" }.joined())
            """
    }

    private func isThere(_ name: String, of owner: String) -> Bool {
        symbols[owner.isEmpty ? name : "\(owner).\(name)"] != nil
    }

    private func cell(_ names: [String]) -> String {
        names.isEmpty ? "–" : names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
#endif
