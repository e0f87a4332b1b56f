// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport

/// Looks whether what a page links to is there.
///
/// The guide is read as files and as a site, whose anchors are others; so its pages are linked as a whole.
struct LinkCheck {
    private let page: Page

    /// Every link of the page that leads nowhere, in order.
    static func problems(of page: Page) throws -> [Problem] {
        let check = LinkCheck(page: page)
        return try Link.all(in: page).compactMap { link in
            try check.flaw(of: link).map { Problem(line: link.line, message: "\(link.target): \($0)") }
        }
    }

    private func flaw(of link: Link) throws -> String? {
        if link.isPicture && link.text.isEmpty { return "The picture has no alternative text." }
        if link.isExternal { return nil }
        if page.isInGuide, link.anchor != nil { return "Pages of the guide are linked as a whole." }
        var target = page
        if !link.path.isEmpty {
            let folder = Repository.root.appending(path: page.path).deletingLastPathComponent()
            let file = folder.appending(path: link.path)
            guard FileManager.default.fileExists(atPath: file.path) else { return "There is no such file." }
            if link.anchor != nil {
                target = try Page(path: link.path, text: String(contentsOf: file, encoding: .utf8))
            }
        }
        guard let anchor = link.anchor, !target.anchors.contains(anchor) else { return nil }
        return "There is no such heading."
    }
}
