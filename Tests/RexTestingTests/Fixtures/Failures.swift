// SPDX-License-Identifier: MIT

import RexTestSupport
import RexTesting
import Testing

/// The texts of the failures that `body` reports, which fail no test.
func failures(of body: () -> Void) -> [String] {
    let texts = Recorder<String>()
    withKnownIssue(isIntermittent: true) {
        KeptSchedules.$areOff.withValue(true) { body() }
    } matching: { issue in
        texts.record(issue.comments.map(\.rawValue).joined(separator: "\n"))
        return true
    }
    return texts.events
}

func failures(of body: () async -> Void) async -> [String] {
    let texts = Recorder<String>()
    await withKnownIssue(isIntermittent: true) {
        await KeptSchedules.$areOff.withValue(true) { await body() }
    } matching: { issue in
        texts.record(issue.comments.map(\.rawValue).joined(separator: "\n"))
        return true
    }
    return texts.events
}
