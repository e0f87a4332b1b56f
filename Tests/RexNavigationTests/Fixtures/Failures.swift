// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Returns the texts of the failures in `body`, which do not fail the test.
func failures(of body: () -> Void) -> [String] {
    let texts = Recorder<String>()
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        texts.record(issue.comments.map(\.rawValue).joined(separator: "\n"))
        return true
    }
    return texts.events
}
