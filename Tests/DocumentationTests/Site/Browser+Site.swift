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
        try driver.resize(width: width, height: 800)
        _ = try open(address)
        try driver.resize(width: width, height: evaluate("document.documentElement.scrollHeight"))
        return try driver.screenshot(scheme: scheme)
    }

    /// Returns the width that the page needs.
    func contentWidth() throws -> Int {
        try evaluate("document.documentElement.scrollWidth")
    }
}
