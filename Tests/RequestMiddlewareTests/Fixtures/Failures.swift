// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Returns the texts of the failures in `body`.
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
