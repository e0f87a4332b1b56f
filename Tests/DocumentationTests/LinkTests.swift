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

    @Test func anchorsInTheGuideAreRefused() throws {
        let page = Page(path: "Docs/Rex.docc/Sample.md", text: "# Title\n[here](#title)")
        #expect(try LinkCheck.problems(of: page).map(\.line) == [2])
    }

    @Test func landingPageLinksEveryPageOfTheGuide() throws {
        let pages = try Page.all().filter(\.isInGuide)
        let landing = try #require(pages.first { $0.name == "Rex.md" })
        #expect(Set(Link.all(in: landing).map(\.path)).isSuperset(of: pages.map(\.name).filter { $0 != "Rex.md" }))
    }

    @Test func everyPictureIsShownAndHasADarkForm() throws {
        let folder = Repository.root.appending(path: "Docs/Rex.docc/Resources").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let light = files.filter { !$0.contains("~dark") }
        #expect(Set(files) == Set(light + light.map { $0.replacing(".svg", with: "~dark.svg") }))
        let shown = try Page.all().flatMap(Link.all).filter(\.isPicture).map(\.path)
        #expect(Set(shown).isSuperset(of: light.map { "Resources/" + $0 }))
    }
}
