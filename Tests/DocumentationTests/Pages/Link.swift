// SPDX-License-Identifier: MIT

import Foundation

/// A link or a picture of a page.
struct Link: Sendable, Equatable {
    /// Counted from 1.
    let line: Int
    let isPicture: Bool
    let text: String
    let target: String

    /// The links of a page, those in code aside.
    ///
    /// Of a text that is broken into lines it sees the last one.
    static func all(in page: Page) -> [Link] {
        page.prose.flatMap { number, line -> [Link] in
            // A regular expression is slow in a debug build.
            guard line.contains("](") else { return [] }
            return line.matches(of: /(!?)\[?([^\[\]]*)\]\(([^)\s]*)\)/).map { match in
                Link(line: number, isPicture: !match.1.isEmpty, text: String(match.2), target: String(match.3))
            }
        }
    }

    /// The path before `#`; empty for a place in the same page.
    var path: String { String(target.prefix { $0 != "#" }) }

    /// What stands after `#`.
    var anchor: String? { target.firstIndex(of: "#").map { String(target[target.index(after: $0)...]) } }

    var isExternal: Bool { target.hasPrefix("https://") }
}
