// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct LinkTests {
    @Test(arguments: try Page.chosen())
    func everyLinkLeadsSomewhere(page: Page) throws {
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
        "[here](#title)", "[outside](../../README.md)", "[a file](Gates.md)", "[part](doc:Gates#Overview)",
        "[missing](doc:Missing)", "[missing](doc:/Rex/Missing)", "[missing](doc:/Missing)", "![missing](missing.svg)",
    ])
    func catalogsLinkToPagesOnly(text: String) throws {
        for path in ["Docs/Rex.docc/Sample.md", "Sources/RexCore/RexCore.docc/Sample.md"] {
            let page = Page(path: path, text: "# Title\n\(text)")
            #expect(try LinkCheck.problems(of: page).map(\.line) == [2])
        }
    }

    @Test func linksOfCatalogsAreAccepted() throws {
        let text = "# Title\n[page](doc:/Rex/Gates) [module](doc:/PublisherKit) [there](https://example.com)"
        let guide = Page(path: "Docs/Rex.docc/Sample.md", text: text + " [page](doc:Gates) ![loop](loop.svg)")
        #expect(try LinkCheck.problems(of: guide).isEmpty)
        let module = Page(path: "Sources/RexCore/RexCore.docc/Sample.md", text: text)
        #expect(try LinkCheck.problems(of: module).isEmpty)
    }

    /// On a code host the links of the guide are no links, so its pages are found from the README.
    @Test func everyPageOfTheGuideIsLinkedFromItsFirstOneAndFromTheReadme() throws {
        let pages = try Page.all().filter(\.isInGuide)
        let names = Set(pages.map(\.name).filter { $0 != "Rex.md" })
        let landing = try #require(pages.first { $0.name == "Rex.md" })
        #expect(Set(Link.all(in: landing).map { $0.path.dropFirst(4) + ".md" }).isSuperset(of: names))
        let readme = try #require(try Page.all().first { $0.path == "README.md" })
        #expect(Set(Link.all(in: readme).map(\.path)).isSuperset(of: names.map { "Docs/Rex.docc/" + $0 }))
    }

    @Test func everyPictureIsShownAndHasADarkForm() throws {
        let folder = Repository.root.appending(path: "Docs/Rex.docc").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".svg") }
        let light = files.filter { !$0.contains("~dark") }
        #expect(Set(files) == Set(light + light.map { $0.replacing(".svg", with: "~dark.svg") }))
        let shown = try Page.all().flatMap(Link.all).filter(\.isPicture).map(\.path)
        #expect(Set(shown).isSuperset(of: light))
    }
}
