// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

extension Browser {
    /// An entry of the navigation.
    struct Entry: Decodable, Sendable {
        let title: String
        let address: String
    }

    /// Returns the entries of the navigation.
    ///
    /// Throws if the page has no navigation.
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

    /// Returns a PNG of the whole page, in the colour scheme `light` or `dark`.
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

    /// Returns the width that the page needs.
    func contentWidth() throws -> Int {
        try evaluate("document.documentElement.scrollWidth")
    }
}
