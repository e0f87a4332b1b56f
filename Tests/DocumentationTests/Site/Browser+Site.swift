// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

extension Browser {
    /// A page as the navigation names it.
    struct Entry: Decodable, Sendable {
        let title: String
        let address: String
    }

    /// What stands in the navigation beside the page, which has to have one.
    func navigation() throws -> [Entry] {
        try driver.resize(width: 1280, height: 3000)
        try driver.text(of: ".navigator a.leaf-link")
        return try evaluate(
            """
            [...document.querySelectorAll(".navigator a.leaf-link")]
                .map(link => ({ title: link.textContent.trim(), address: link.href }))
            """
        )
    }

    /// The whole page as a PNG, in the colour scheme `light` or `dark`.
    func screenshot(of address: String, width: Int, scheme: String) throws -> Data {
        struct Picture: Decodable { let data: Data }
        let _: WebDriver.Nothing = try driver.command(
            "Emulation.setEmulatedMedia",
            #"{"features": [{"name": "prefers-color-scheme", "value": "\#(scheme)"}]}"#
        )
        try driver.resize(width: width, height: 800)
        _ = try open(address)
        try driver.resize(width: width, height: evaluate("document.documentElement.scrollHeight"))
        let picture: Picture = try driver.command("Page.captureScreenshot", #"{"format": "png"}"#)
        return picture.data
    }

    /// How wide the window has to be for the page.
    func contentWidth() throws -> Int {
        try evaluate("document.documentElement.scrollWidth")
    }
}
