// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct SymbolTests {
    /// The modules that users import: all in Sources, but for internal ones, those of the compiler's plugin and those in C.
    static let modules = ["Sources", "Docs/Modules"].map { folder in
        let names = try? FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)
        return Set((names ?? []).map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    }

    @Test func everyModuleHasAPage() {
        let hidden: Set = ["PrismPlugin", "PrismExpansion", "StateComparison", "CNetlink", "CRexSystem"]
        #expect(Self.modules[0].subtracting(hidden) == Self.modules[1])
    }

    #if os(Linux)
    @Test(arguments: modules[1].sorted())
    func everySymbolIsDocumented(module: String) throws {
        let symbols = try SymbolGraph.symbols(of: module)
        #expect(!symbols.isEmpty)
        for symbol in symbols where symbol.docComment == nil {
            Issue.record("\(symbol.name) has no documentation.")
        }
        for symbol in symbols {
            for parameter in symbol.plainlyListedParameters {
                Issue.record("\(symbol.name) lists \(parameter) outside of `- Parameters:`.")
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
