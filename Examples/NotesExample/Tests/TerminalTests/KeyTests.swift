// SPDX-License-Identifier: MIT

import Terminal
import Testing

@Suite struct KeyTests {
    @Test(arguments: [
        ("a", [Key.character("a")]), ("äb", [.character("ä"), .character("b")]),
        ("漢😀", [.character("漢"), .character("😀")]),
        ("\u{1b}[A\u{1b}[B", [.up, .down]), ("\u{1b}OC\u{1b}OD", [.right, .left]), ("\u{1b}[1;5A", [.up]),
        ("\u{1b}[5~\u{1b}[6;2~", [.pageUp, .pageDown]), ("\u{1b}[H\u{1b}[4~\u{1b}[3~", [.home, .end, .delete]),
        ("\r\n\t\u{7f}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
        ("\u{15}\u{1}", [.control("u"), .control("a")]),
        ("\u{1b}[99~x", [.character("x")]), ("\u{1b}x", [.escape, .character("x")]),
    ])
    func bytesBecomeKeysHoweverTheyArriveCut(text: String, keys: [Key]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = KeyParser()
            #expect(parser.keys(of: bytes[..<cut]) + parser.keys(of: bytes[cut...]) == keys, "cut at \(cut)")
            #expect(!parser.isWaiting)
        }
    }

    @Test func escapeAloneIsAKeyOnceNothingFollows() {
        var parser = KeyParser()
        #expect(parser.keys(of: [0x1b]) == [])
        #expect(parser.isWaiting)
        #expect(parser.flush() == [.escape])
        #expect(!parser.isWaiting)
        #expect(parser.keys(of: [0x1b, 0x1b]) + parser.flush() == [.escape, .escape])
    }

    @Test func whatIsNoUTF8IsLeftOut() {
        var parser = KeyParser()
        #expect(parser.keys(of: [0xff, 0x61, 0xc3, 0x62, 0x80]) == [.character("a"), .character("b")])
        #expect(parser.keys(of: [0xe6, 0xbc]) == [])
        #expect(parser.flush() == [])
        #expect(!parser.isWaiting)
    }

    @Test func anyBytesEndSomewhere() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var parser = KeyParser()
            let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                Bool.random(using: &random) ? 0x1b : UInt8.random(in: 0...255, using: &random)
            }
            _ = parser.keys(of: bytes)
            _ = parser.flush()
            #expect(!parser.isWaiting, "\(bytes)")
        }
    }
}
