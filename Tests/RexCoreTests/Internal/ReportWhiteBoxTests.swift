// SPDX-License-Identifier: MIT

import RexCore
import Testing

@Suite struct ReportWhiteBoxTests {
    @Test(arguments: [
        ("", ""), ("Чай 🍵 é", "Чай 🍵 é"), ("a\u{1b}[31mb", #"a\u{1b}[31mb"#), ("\u{9b}31m", #"\u{9b}31m"#),
        ("\u{202e}abc\u{2066}", #"\u{202e}abc\u{2066}"#), ("\u{7f}\t\n\u{2028}", #"\u{7f}\u{9}\u{a}\u{2028}"#),
        ("a\u{200d}b", "a\u{200d}b"), ("\u{61c}\u{200e}", #"\u{61c}\u{200e}"#),
    ])
    func charactersThatTellATerminalSomethingAreShown(text: String, shown: String) {
        #expect(text.visible == shown)
        #expect(shown.visible == shown)
    }

    @Test func aReportIsOneLine() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            report("a\nRex: forged\r\u{1b}[2J\u{202e}\u{2028}\u{85}Чай")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let line = #"Rex: a\u{a}Rex: forged\u{d}\u{1b}[2J\u{202e}\u{2028}\u{85}Чай"#
        #expect(text.split(separator: "\n").filter { $0.contains("Rex: ") } == [line[...]])
    }
}
