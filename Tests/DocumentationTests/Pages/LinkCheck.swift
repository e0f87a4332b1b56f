// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport

/// Looks whether what a page links to is there.
///
/// Pages of the guide and of modules link to each other as docc wants it, `doc:Gates` and `doc:/Rex/Gates`, as a whole and to
/// nothing else, since a site has them alone.
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
        if page.isInGuide || page.isOfModule { return flaw(ofCatalogLink: link) }
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

    private func flaw(ofCatalogLink link: Link) -> String? {
        let here = Repository.root.appending(path: page.path).deletingLastPathComponent()
        var file: URL?
        if link.isPicture {
            file = here.appending(path: link.target)
        } else if let name = link.target.wholeMatch(of: /doc:(\w+)/)?.1 {
            file = here.appending(path: name + ".md")
        } else if let match = link.target.wholeMatch(of: /doc:\/(\w+)(?:\/(\w+))?/) {
            let folder = match.1 == "Rex" ? "Docs" : "Sources/\(match.1)"
            file = Repository.root.appending(path: "\(folder)/\(match.1).docc/\(match.2 ?? match.1).md")
        }
        guard let file, FileManager.default.fileExists(atPath: file.path) else { return "There is no such page." }
        return nil
    }
}
