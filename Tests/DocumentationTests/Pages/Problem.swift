// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// A mistake in a page.
struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// The number of the line, from 1.
    let line: Int
    let message: String

    var description: String { "\(line): \(message)" }

    func record(in page: Page) {
        Issue.record(
            "\(page.path):\(line): \(message)",
            sourceLocation: SourceLocation(
                fileID: "Rex/" + page.path,
                filePath: Repository.root.appending(path: page.path).path,
                line: line,
                column: 1
            )
        )
    }
}
