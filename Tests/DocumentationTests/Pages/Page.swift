// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// A page of the documentation.
struct Page: Sendable, CustomTestStringConvertible {
    /// The path, relative to the root of the repository if the page is inside it.
    let path: String
    let lines: [String]

    var testDescription: String { path }

    var name: String { URL(filePath: path).lastPathComponent }

    /// The text of the first heading.
    var title: String {
        String(lines.first { $0.hasPrefix("# ") }?.dropFirst(2) ?? "")
    }

    /// Whether its programs work unchanged in modules with any default isolation.
    var isForEachIsolation: Bool { ["README.md", "GettingStarted.md", "InASwiftUIApp.md"].contains(name) }

    var isInGuide: Bool { path.hasPrefix("Docs/Rex.docc/") }

    /// Whether this is a page of a module.
    var isOfModule: Bool { path.hasPrefix("Sources/") }

    /// Whether the page is part of the documentation's site.
    var isInCatalog: Bool { isInGuide || isOfModule }

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns all pages of the repository.
    static func all() throws -> [Page] {
        let places = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Docs", "Sources"]
        return try pages(at: places.map { Repository.root.appending(path: $0) })
    }

    /// Returns the page or the pages of the folder in the environment variable `PAGES`, or all pages without it.
    static func chosen() throws -> [Page] {
        guard let place = ProcessInfo.processInfo.environment["PAGES"] else { return try all() }
        let pages = try pages(at: [URL(filePath: place)])
        if pages.isEmpty { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: place]) }
        return pages
    }

    private static func pages(at places: [URL]) throws -> [Page] {
        let root = Repository.root.path + "/"
        return try places.flatMap(files).map { file in
            let path = file.standardizedFileURL.path
            return Page(
                path: path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path,
                text: try String(contentsOf: file, encoding: .utf8)
            )
        }
    }

    private static func files(at place: URL) -> [URL] {
        guard place.pathExtension != "md" else { return [place] }
        let enumerator = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
        let files = (enumerator?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "md" }
        return files.sorted { $0.path < $1.path }
    }
}
