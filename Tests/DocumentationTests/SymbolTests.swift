// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct SymbolTests {
    /// The modules that users import: all in Sources except the internal, plugin and C modules.
    static let modules: Set<String> = {
        let folder = Repository.root.appending(path: "Sources").path
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return Set(names ?? []).subtracting([
            "PrismPlugin", "PrismExpansion", "ClockSleep", "StateComparison", "CNetlink", "CRexSystem",
        ])
    }()

    @Test func everyModuleHasAPage() throws {
        let titles = try Page.all().filter(\.isOfModule).map(\.title)
        #expect(Set(titles) == Set(Self.modules.map { "``\($0)``" }))
    }

    @Test func packageIndexShowsTheGuideAndEachModule() throws {
        let settings = try String(contentsOf: Repository.root.appending(path: ".spi.yml"), encoding: .utf8)
        let targets = settings.matches(of: /(?m)^ +- (\w+)$/).map { String($0.1) }
        #expect(targets.first == "Rex")
        #expect(targets.dropFirst().sorted() == Self.modules.sorted())
    }

    #if os(Linux)
    @Test(arguments: modules.sorted())
    func everySymbolIsDocumented(module: String) throws {
        let symbols = try SymbolGraph.symbols(of: module)
        #expect(!symbols.isEmpty)
        for symbol in symbols where symbol.docComment == nil {
            Issue.record("\(symbol.name) has no documentation.")
        }
        for symbol in symbols {
            for parameter in symbol.plainlyListedParameters {
                Issue.record("\(symbol.name) lists \(parameter) outside `- Parameters:`.")
            }
        }
        print("\(module): \(symbols.count) public symbols")
    }

    @Test(arguments: [
        "- `count`: how many": ["count"],
        "- `count`, `limit`: both": ["count", "limit"],
        "- `name`: no parameter": [],
        "- Parameters:": [],
        "  - count: how many": [],
        "- Parameter count: how many": [],
    ])
    func plainListOfParametersIsFound(line: String, parameters: [String]) throws {
        let symbol = try JSONDecoder().decode(
            SymbolGraph.Symbol.self,
            from: Data(
                """
                {"kind": {"displayName": "Function"}, "pathComponents": ["take"],
                "docComment": {"lines": [{"text": "Takes some."}, {"text": "\(line)"}]}, "functionSignature":
                {"parameters": [{"name": "of", "internalName": "count"}, {"name": "limit"}]}}
                """.utf8
            )
        )
        #expect(symbol.plainlyListedParameters == parameters)
    }
    #endif
}
