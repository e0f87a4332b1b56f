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
        let manifest = try self.text(of: "Package.swift")
        for example in text.matches(of: /swift run (\w+Example)/) {
            #expect(manifest.contains("\"\(example.1)\""), "There is no \(example.1).")
        }
    }

    @Test func contributingDescribesEachCheck() throws {
        let contributing = try text(of: "CONTRIBUTING.md")
        let lists = try text(of: "Makefile").matches(of: /\n(VERIFY|VERIFY_BESIDE|NIGHTLY|MODULES_NIGHTLY) := (.*)/)
            .map(\.2)
        #expect(lists.count == 4)
        let missing = lists.joined(separator: " ").split(separator: " ").filter { !contributing.contains("`\($0)`") }
        #expect(missing.isEmpty)
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md"])
    func mentionedFilesExist(path: String) throws {
        let written = [".ci/nightly.txt"]
        let names = try text(of: path).matches(of: /`((?:Sources|Tests|Docs|Examples|\.ci|\.github)\/[\w\/.+-]+)`/)
        for name in names.map({ String($0.1) }) where !written.contains(name) {
            let places = ["", "Tests/Benchmarks/", "Tests/Client/"].map { Repository.root.appending(path: $0 + name) }
            #expect(places.contains { FileManager.default.fileExists(atPath: $0.path) }, "There is no \(name).")
        }
    }
}
