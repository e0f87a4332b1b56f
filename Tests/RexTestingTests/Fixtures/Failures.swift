// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import RexTesting
import Testing

/// Returns the texts of the failures in `body`, which do not fail the test.
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

/// Returns the last seed in the text of a failure, or nil.
func lastSeed(in text: String) -> UInt64? {
    guard let rest = text.components(separatedBy: "seed: ").last else { return nil }
    let digits = String(rest.prefix(while: \.isNumber))
    return UInt64(digits)
}

/// Returns the lines of a failure's text without the first and the last one.
func innerLines(of text: String) -> [Substring] {
    let lines: [Substring] = text.split(separator: "\n")
    return Array(lines.dropFirst().dropLast())
}
