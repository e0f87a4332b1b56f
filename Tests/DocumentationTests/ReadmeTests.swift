// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Checks claims of README, CHANGELOG and CONTRIBUTING.
@Suite struct ReadmeTests {
    private static let sources = Repository.root.appending(path: "Sources")

    private func text(of path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    /// Returns the source lines of a module, or of all modules, with their files.
    private func lines(of module: String = "") throws -> [(file: String, line: Substring)] {
        let folder = Self.sources.appending(path: module)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let sources = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(sources.count > 3)
        return try sources.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { (file.lastPathComponent, $0) }
        }
    }

    /// Returns the names of the products in the manifest.
    private func products() throws -> [String] {
        let list = try #require(try text(of: "Package.swift").firstMatch(of: /let libraries = \[([^\]]*)\]/)).1
        let names = list.matches(of: /"(\w+)"/).map { String($0.1) }
        #expect(names.count > 3)
        return names
    }

    @Test func dataRaceChecksAreNotDisabled() throws {
        let claim = "Swift 6 language mode throughout, without `@preconcurrency` and `nonisolated(unsafe)`"
        #expect(try text(of: "README.md").contains(claim))
        for (file, line) in try lines() {
            #expect(!line.contains("nonisolated(unsafe)") && !line.contains("@preconcurrency"), "\(file): \(line)")
        }
        #expect(try text(of: "Package.swift").contains("swiftLanguageModes: [.v6]"))
    }

    @Test func coreImportsNoFoundation() throws {
        #expect(try text(of: "README.md").contains("The core imports no Foundation."))
        for (file, line) in try lines(of: "RexCore") {
            #expect(!line.contains(/^ *(?:\w+ )?import Foundation/), "\(file): \(line)")
        }
    }

    @Test func packageHasNoDependencies() throws {
        let manifest = try text(of: "Package.swift")
        #expect(!manifest.contains(".package("))
        for (file, line) in try lines() { #expect(!line.contains(/import SwiftSyntax/), "\(file): \(line)") }
    }

    @Test func readmeListsTheProductsOfTheManifest() throws {
        let section = try #require(try text(of: "README.md").firstMatch(of: /## Products\n([^#]*)/)).1
        let listed = section.matches(of: /`(\w+)` \(/).map { String($0.1) }
        #expect(try listed.sorted() == products().sorted())
    }

    @Test func changelogNamesEachProduct() throws {
        let changelog = try text(of: "CHANGELOG.md")
        for product in try products() { #expect(changelog.contains("\n- `\(product)`"), "\(product)") }
    }

    @Test(arguments: try Page.all())
    func mentionedCommandsExist(page: Page) throws {
        let commands = BlockReader(page).blocks.filter { $0.language == "sh" }.flatMap(\.lines)
        let text = (commands.map { "`" + $0 } + page.lines).joined(separator: "\n")
        let rules = Set(try self.text(of: "Makefile").matches(of: /(?m)^([\w-]+):/).map { String($0.1) })
        for command in text.matches(of: /`make ([a-z][\w-]*)/) {
            #expect(rules.contains(String(command.1)), "There is no make \(command.1).")
        }
        for check in text.matches(of: /make check PARTS="?([a-z-]+)/) {
            let path = Repository.root.appending(path: "Tests/Tools/checks/\(check.1).sh").path
            #expect(FileManager.default.fileExists(atPath: path), "There is no check \(check.1).")
        }
        let manifest = try self.text(of: "Package.swift")
        for example in text.matches(of: /swift run (\w+Example)/) {
            #expect(manifest.contains("\"\(example.1)\""), "There is no \(example.1).")
        }
    }

    @Test func eachCheckIsDescribed() throws {
        let described = Set(
            try text(of: "Docs/Design/0011-checks-and-rules.md").matches(of: /`([a-z-]+)(?::\w+)?`/).map {
                String($0.1)
            }
        )
        let folder = Repository.root.appending(path: "Tests/Tools/checks")
        let checks = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(checks.count > 20)
        for check in checks where check != "benchmark.sh" {
            #expect(described.contains(String(check.dropLast(3))), "\(check)")
            let lines = try text(of: "Tests/Tools/checks/\(check)").split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            #expect(
                lines.count > 4 && lines[3].hasPrefix("# ") && lines[3].count > 12,
                "\(check) does not say what it does."
            )
        }
    }

    @Test(arguments: [
        "README.md", "CONTRIBUTING.md", "Docs/Design/0011-checks-and-rules.md", "Docs/Design/0012-how-to-add.md",
    ])
    func mentionedFilesExist(path: String) throws {
        let names = try text(of: path).matches(of: /`((?:Sources|Tests|Docs|Examples|\.ci|\.github)\/[\w\/.+-]+)`/)
        for name in names.map({ String($0.1) }) {
            let places = ["", "Tests/Benchmarks/", "Tests/Client/"].map { Repository.root.appending(path: $0 + name) }
            #expect(places.contains { FileManager.default.fileExists(atPath: $0.path) }, "There is no \(name).")
        }
    }
}
