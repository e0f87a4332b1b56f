// SPDX-License-Identifier: MIT

import RexCore
import Testing

/// The texts of the failures that `body` reports.
func failures(of body: () -> Void) -> [String] {
    let texts = Lock<[String]>([])
    withKnownIssue {
        body()
    } matching: { issue in
        texts.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
        return true
    }
    return texts.withLock { $0 }
}
