// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport

/// Finds the dead links of a page.
///
/// Pages link to each other's files, so that the links work on code hosts. `Docs/links.pl` rewrites them for docc.
/// Pages of the guide and of modules may link only to each other, since the site has no other pages.
struct LinkCheck {
    private let page: Page

    /// Returns a problem for each dead link of the page, in order.
    static func problems(of page: Page) throws -> [Problem] {
        let check = LinkCheck(page: page)
        return try Link.all(in: page).compactMap { link in
            try check.flaw(of: link).map { Problem(line: link.line, message: "\(link.target): \($0)") }
        }
    }

    private func flaw(of link: Link) throws -> String? {
        if link.isPicture && link.text.isEmpty { return "The picture has no alternative text." }
        if link.isExternal { return nil }
        if link.target.hasPrefix("doc:") { return "A code host does not follow this link. Link the file." }
        var target = page
        if !link.path.isEmpty {
            let folder = Repository.root.appending(path: page.path).deletingLastPathComponent()
            let file = folder.appending(path: link.path).standardizedFileURL
            guard FileManager.default.fileExists(atPath: file.path) else { return "There is no such file." }
            let isOnSite = link.isPicture || Self.isPageOfCatalog(file)
            guard isOnSite || !page.isInCatalog else { return "The site has no such page." }
            if link.anchor != nil {
                target = try Page(path: link.path, text: String(contentsOf: file, encoding: .utf8))
            }
        }
        guard let anchor = link.anchor else { return nil }
        if page.isInCatalog && link.path.contains("/") { return "docc cannot link to a heading of another module." }
        return target.anchors.contains(anchor) ? nil : "There is no such heading."
    }

    private static func isPageOfCatalog(_ file: URL) -> Bool {
        file.pathExtension == "md" && file.deletingLastPathComponent().pathExtension == "docc"
    }
}
