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

    func record(in page: Page) { record(at: page.path) }

    /// Records the mistake for a file of the repository.
    func record(at path: String) {
        Issue.record(
            "\(path):\(line): \(message)",
            sourceLocation: SourceLocation(
                fileID: "Rex/" + path,
                filePath: Repository.root.appending(path: path).path,
                line: line,
                column: 1
            )
        )
    }
}
