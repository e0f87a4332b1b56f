// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Opens the documentation's site in a real browser: `make docs SHOW=browser`, or `make docs SHOW=screenshots` for pictures.
@Suite struct SiteTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let site = environment["SITE"]
    private static let screenshots = environment["SCREENSHOTS"]

    @Test(.enabled(if: site != nil, "make docs SHOW=browser opens the site."))
    func everyPageOfTheNavigationOpensWithoutErrors() throws {
        let browser = try Browser(showing: Self.site)
        #expect(try browser.check(browser.site) == "Rex")

        let entries = try browser.navigation()
        let pages = try Page.all().filter { $0.isInGuide && $0.name != "Rex.md" }
        #expect(Set(entries.map(\.title)).isSuperset(of: pages.map(\.title)))
        for entry in entries { #expect(try browser.check(entry.address) == entry.title) }
    }

    @Test(.enabled(if: site != nil, "make docs SHOW=browser opens the site."), arguments: SymbolTests.modules.sorted())
    func everyModulePageLinksToItsSymbols(module: String) throws {
        let browser = try Browser(showing: Self.site)
        #expect(try browser.check("\(browser.site)documentation/\(module.lowercased())/") == module)
        let symbol = try #require(try browser.navigation().first)
        #expect(try browser.check(symbol.address).hasPrefix("The page you") == false)
    }

    @Test(.enabled(if: site != nil, "make docs SHOW=browser opens the site."))
    func errorsAndWideContentAreDetected() throws {
        let browser = try Browser(showing: Self.site)
        try browser.driver.resize(width: 390, height: 800)
        _ = try browser.open(browser.site + "documentation/rex/")
        let _: Bool = try browser.evaluate("fetch('none.json').then(() => true)")
        #expect(try browser.driver.console().count == 1)
        #expect(try browser.contentWidth() <= 390)
        let _: Bool = try browser.evaluate("(document.querySelector('main p').style.minWidth = '500px') != ''")
        #expect(try browser.contentWidth() > 390)
    }

    @Test(.enabled(if: screenshots != nil, "make docs SHOW=screenshots takes screenshots."))
    func screenshotsOfAllPagesAreTaken() throws {
        let folder = URL(filePath: try #require(Self.screenshots))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let browser = try Browser(showing: Self.site)
        _ = try browser.open(browser.site)
        for entry in try browser.navigation() {
            for (scheme, width) in [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)] {
                let name = URL(filePath: entry.address).pathComponents.suffix(2).joined(separator: "-")
                let picture = try browser.screenshot(of: entry.address, width: width, scheme: scheme)
                try picture.write(to: folder.appending(path: "\(name)-\(scheme)-\(width).png"))
            }
        }
    }
}

extension Browser {
    /// Opens a page and returns its title.
    ///
    /// Expects no console messages, and content that fits a phone.
    fileprivate func check(_ address: String) throws -> String {
        try driver.resize(width: 390, height: 800)
        let title = try open(address)
        let (width, console) = try (contentWidth(), driver.console())
        #expect(width <= 390, "\(address)")
        #expect(console == [], "\(address)")
        return title
    }
}
