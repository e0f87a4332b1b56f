// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// What README says of the sources and of the package.
@Suite struct ReadmeTests {
    private static let sources = Repository.root.appending(path: "Sources")

    /// The lines of the sources of a module, or of all, with their files.
    private func lines(of module: String = "") throws -> [(file: String, line: Substring)] {
        let folder = Self.sources.appending(path: module)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let sources = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(sources.count > 3)
        return try sources.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { (file.lastPathComponent, $0) }
        }
    }

    @Test func nothingIsHiddenFromTheCheckForDataRaces() throws {
        #expect(
            try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8).contains(
                "@preconcurrency"
            )
        )
        for (file, line) in try lines() {
            #expect(!line.contains("nonisolated(unsafe)") && !line.contains("@preconcurrency"), "\(file): \(line)")
        }
    }

    @Test func coreImportsNoFoundation() throws {
        for (file, line) in try lines(of: "RexCore") {
            #expect(!line.contains(/^ *(?:\w+ )?import Foundation/), "\(file): \(line)")
        }
    }

    @Test func packageDependsOnNoOther() throws {
        let manifest = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
        #expect(manifest.contains("swiftLanguageModes: [.v6]"))
    }

    @Test func eachProductHasItsRow() throws {
        let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let manifest = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let list = try #require(manifest.firstMatch(of: /let libraries = \[([^\]]*)\]/)).1
        let products = list.matches(of: /"(\w+)"/).map(\.1)
        #expect(products.count == 12)
        for product in products { #expect(readme.contains("\n| `\(product)` | ")) }
    }
}
