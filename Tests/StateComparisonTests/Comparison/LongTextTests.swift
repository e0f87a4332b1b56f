// SPDX-License-Identifier: MIT

import StateComparison
import Testing

/// Long texts, which are cut before they are quoted.
@Suite struct LongTextTests {
    private struct Page: Equatable { var text: String }

    private func change(_ old: String, _ new: String) -> String {
        StateComparison(of: Page(text: old), and: Page(text: new)).text
    }

    private let long = String(repeating: "0123456789", count: 100)

    @Test func textsOfUpToAThousandBytesAreComplete() {
        #expect(change(long, "b") == "text: \"\(long)\" → \"b\"")
    }

    @Test func longerTextsAreCutAfterAThousandBytes() {
        #expect(change(long + "a", "b") == "text: \"\(long)\"… → \"b\"")
    }

    @Test func longTextsAreShownFromTheirFirstDifference() {
        let front = String(repeating: "é", count: 100_000)
        #expect(
            change(front + "0123456789abcdefghij!old", front + "0123456789abcdefghij!new")
                == "text: …\"123456789abcdefghij!old\" → …\"123456789abcdefghij!new\""
        )
        #expect(change(front, front + "!") == #"text: …"éééééééééé" → …"éééééééééé!""#)
        #expect(change("!" + long, long + "!").hasPrefix(#"text: "!0123456789"#))
    }

    @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 8_192, 9_999]) func differenceIsFoundAtAnyPosition(place: Int) {
        let front = String(repeating: "x", count: place)
        let rest = String(repeating: "y", count: 2_000)
        let lead = String(repeating: "x", count: min(20, place))
        #expect(change(front + "a" + rest, front + "b" + rest).contains("\(place > 20 ? "…" : "")\"\(lead)ayy"))
    }

    @Test func equalTextsWithDifferentBytesAreEqual() {
        #expect(change("e\u{301}", "\u{e9}") == "")
        #expect(StateComparison(of: "abc"[...], and: "abd"[...]).text == #"state: "abc" → "abd""#)
    }

    @Test func aTextInADescriptionIsCutToo() {
        let text = ValueText.bounded([long, "b"], textsTo: 10)
        #expect(text == #"["0123456789"…, "b"]"#)
        #expect(ValueText.bounded(["é"], textsTo: 1) == #"[""…]"#)
        #expect(ValueText.bounded([long]) == "[\"\(long)\"]")
    }
}
