// SPDX-License-Identifier: MIT

import Foundation

/// A link or a picture of a page.
struct Link: Sendable, Equatable {
    /// The number of the line, from 1.
    let line: Int
    let isPicture: Bool
    let text: String
    let target: String

    /// Returns the links of a page, except those in code.
    ///
    /// If the text of a link has a line break, only its last line is returned.
    static func all(in page: Page) -> [Link] {
        page.prose.flatMap { number, line -> [Link] in
            // Regular expressions are slow in debug builds.
            guard line.contains("](") else { return [] }
            return line.matches(of: /(!?)\[?([^\[\]]*)\]\(([^)\s]*)\)/).map { match in
                Link(line: number, isPicture: !match.1.isEmpty, text: String(match.2), target: String(match.3))
            }
        }
    }

    /// The path before `#`.
    ///
    /// It is empty for a heading of the same page.
    var path: String { String(target.prefix { $0 != "#" }) }

    /// The text after `#`, or nil without one.
    var anchor: String? { target.firstIndex(of: "#").map { String(target[target.index(after: $0)...]) } }

    var isExternal: Bool { target.hasPrefix("https://") }
}
