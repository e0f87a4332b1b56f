// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct LinkTests {
    @Test(arguments: try Page.chosen())
    func everyLinkHasATarget(page: Page) throws {
        for problem in try LinkCheck.problems(of: page) { problem.record(in: page) }
    }

    @Test(arguments: [
        "[missing](Missing.md)": "Missing.md: There is no such file.",
        "[outside](../README.md)": "../README.md: There is no such file.",
        "![](Docs)": "Docs: The picture has no alternative text.",
        "[heading](README.md#nothing-of-this-name)": "README.md#nothing-of-this-name: There is no such heading.",
        "[here](#there)": "#there: There is no such heading.",
        "[one](README.md), [two](Two.md)": "Two.md: There is no such file.",
        "a text](Broken.md) of two lines": "Broken.md: There is no such file.",
    ])
    func deadLinkIsFound(text: String, message: String) throws {
        let page = Page(path: "Sample.md", text: "# A title\n\n" + text)
        #expect(try LinkCheck.problems(of: page) == [Problem(line: 3, message: message)])
    }

    @Test func liveLinksAreAccepted() throws {
        let page = Page(
            path: "Sample.md",
            text: """
                # A title, with `code`!
                [file](README.md) [folder](Docs) [heading](README.md#products) [above](#a-title-with-code)
                [elsewhere](https://example.com) `[code](none)`
                ```text
                [block](none)
                ```
                """
        )
        #expect(try LinkCheck.problems(of: page).isEmpty)
    }

    @Test(arguments: [
        "[outside](../../README.md)": "The site has no such page.",
        "[a folder](../../Docs)": "The site has no such page.",
        "[for docc](doc:Gates)": "A code host does not follow this link. Link the file.",
        "[for docc](doc:/Rex/Gates)": "A code host does not follow this link. Link the file.",
        "[missing](Missing.md)": "There is no such file.",
        "[heading](Gates.md#missing)": "There is no such heading.",
        "[here](#missing)": "There is no such heading.",
        "[part](../../Sources/Prism/Prism.docc/Prism.md#prism)": "docc cannot link to a heading of another module.",
        "![missing](missing.svg)": "There is no such file.",
    ])
    func deadLinkOfTheGuideIsFound(text: String, message: String) throws {
        let page = Page(path: "Docs/Rex.docc/Sample.md", text: "# Title\n\(text)")
        let problems = try LinkCheck.problems(of: page)
        #expect(problems.map(\.line) == [2])
        #expect(problems.first?.message.hasSuffix(message) ?? false)
    }

    @Test func linksOfCatalogsAreAccepted() throws {
        let own = "[page](Gates.md) [part](Gates.md#switch-by-state) [here](#title) ![loop](loop.svg)"
        let other = "[module](../../Sources/Prism/Prism.docc/Prism.md) [there](https://example.com)"
        let guide = Page(path: "Docs/Rex.docc/Sample.md", text: "# Title\n\(own) \(other)")
        #expect(try LinkCheck.problems(of: guide).isEmpty)
        let links = "[guide](../../../Docs/Rex.docc/Gates.md) [module](../../Prism/Prism.docc/Prism.md)"
        let module = Page(path: "Sources/RexCore/RexCore.docc/Sample.md", text: "# Title\n\(links)")
        #expect(try LinkCheck.problems(of: module).isEmpty)
    }

    @Test func linksAreRewrittenForTheSite() throws {
        let folder = try TemporaryFolder()
        let original = folder.file("Guide.docc")
        let copy = folder.file("copy")
        for place in [original, copy] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try "# Two\n## A `b` / C?".write(toFile: place + "/Two.md", atomically: true, encoding: .utf8)
            let text = """
                # Title
                [a](Two.md), [b](Two.md#a-b--c) [c](#title) [d](https://example.com/#e) ![e](f.svg)
                ```swift
                [a](Two.md)
                ```
                """
            try text.write(toFile: place + "/One.md", atomically: true, encoding: .utf8)
        }
        try Self.rewriteLinks(in: copy, original)
        let lines = try String(contentsOfFile: copy + "/One.md", encoding: .utf8).split(separator: "\n")
        #expect(
            lines[1] == "[a](doc:Two), [b](doc:Two#A-b--C) [c](doc:#Title) [d](https://example.com/#e) ![e](f.svg)"
        )
        #expect(lines[3] == "[a](Two.md)")
    }

    /// `make docs` finds dead links too, but this test needs only a second.
    @Test func everyLinkOfTheSiteHasAPage() throws {
        let folder = try TemporaryFolder()
        let pages = try Page.all().filter(\.isInCatalog)
        let modules = Dictionary(grouping: pages) {
            String($0.path.prefix { $0 != "." }.split(separator: "/").last ?? "")
        }
        let names = modules.mapValues { Set($0.map { String($0.name.dropLast(3)) }) }
        #expect(names.count > 10)
        for path in Set(pages.map { URL(filePath: $0.path).deletingLastPathComponent().relativePath }) {
            let original = Repository.root.appending(path: path)
            let copy = folder.file(original.lastPathComponent)
            try FileManager.default.copyItem(atPath: original.path, toPath: copy)
            try Self.rewriteLinks(in: copy, original.path)
            let catalog = original.deletingPathExtension().lastPathComponent
            for name in names[catalog] ?? [] {
                let page = Page(path: name, text: try String(contentsOfFile: "\(copy)/\(name).md", encoding: .utf8))
                for link in Link.all(in: page) where !link.isExternal && !link.isPicture {
                    let match = link.path.wholeMatch(of: /doc:(?:\/(\w+))?\/?(\w*)/)
                    let target = try #require(match, "\(name): \(link.target)")
                    let module = target.1.map(String.init) ?? catalog
                    let end = target.2.isEmpty ? (target.1 == nil ? name : module) : String(target.2)
                    #expect(names[module]?.contains(end) ?? false, "\(name): \(link.target)")
                }
            }
        }
    }

    private static func rewriteLinks(in copy: String, _ original: String) throws {
        let script = Repository.root.appending(path: "Docs/links.pl").path
        let perl = try ChildProcess(running: "/usr/bin/env", arguments: ["perl", script, copy, original])
        #expect(perl.remainingErrors() == "")
        #expect(perl.waitForExit() == .exited(0))
    }

    @Test func everyPageOfTheGuideIsLinkedFromItsFirstPage() throws {
        let pages = try Page.all().filter(\.isInGuide)
        let landing = try #require(pages.first { $0.name == "Rex.md" })
        #expect(Set(Link.all(in: landing).map(\.path)).isSuperset(of: pages.map(\.name).filter { $0 != "Rex.md" }))
        let readme = try #require(try Page.all().first { $0.path == "README.md" })
        #expect(Link.all(in: readme).map(\.path).contains("Docs/Rex.docc/Rex.md"))
    }

    @Test func everyPictureIsUsedAndHasADarkVariant() throws {
        let folder = Repository.root.appending(path: "Docs/Rex.docc").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".svg") }
        let light = files.filter { !$0.contains("~dark") }
        #expect(Set(files) == Set(light + light.map { $0.replacing(".svg", with: "~dark.svg") }))
        let shown = try Page.all().flatMap(Link.all).filter(\.isPicture).map(\.path)
        #expect(Set(shown).isSuperset(of: light))
    }
}
