// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// The texts of the failures that `body` reports.
func failures(of body: () -> Void) -> [String] {
    let texts = Recorder<String>()
    withKnownIssue {
        body()
    } matching: { issue in
        texts.record(issue.comments.map(\.rawValue).joined(separator: "\n"))
        return true
    }
    return texts.events
}
