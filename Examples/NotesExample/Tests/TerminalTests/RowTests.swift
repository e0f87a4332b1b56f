// SPDX-License-Identifier: MIT

import PseudoTerminal
import Terminal
import Testing

@Suite struct RowTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("漢字", 4), ("e\u{301}", 1), ("한", 2), ("\u{1112}\u{1161}\u{11ab}", 2), ("😀", 2), ("🇩🇪", 2),
        ("☺", 1), ("☺\u{fe0f}", 2), ("\u{200b}", 0), ("ｱ", 1), ("Ａ", 2), ("👨‍👩‍👧", 2), ("\u{ad}", 0), ("…", 1),
    ])
    func textTakesAsManyColumnsAsATerminalGivesIt(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func textFromOutsideCannotControlTheTerminal() {
        let bytes = Array("a\u{1b}[2J\tb\u{7f}\u{9b}\u{202e}\u{0}".utf8) + [0xff]
        #expect(String(displaying: bytes) == "a␛[2J    b␡\u{fffd}\u{fffd}␀\u{fffd}")
    }

    @Test func rowIsCutOrFilledToTheColumns() {
        for (text, columns, fitted) in [
            ("abc", 5, "abc  "), ("abc", 2, "ab"), ("a漢字", 4, "a漢 "), ("漢", 1, " "), ("x", 0, ""),
        ] {
            var row = Row(stringLiteral: text)
            row.append("more", .dim)
            row.fit(columns)
            var alone = Row(stringLiteral: text)
            alone.fit(columns)
            #expect(alone.text == fitted)
            #expect(row.text.columns == columns)
        }
    }

    @Test func onlyRowsThatDifferAreSent() {
        var painter = Painter(hasColours: false)
        let all = painter.output(for: ["one", "two", "three"], columns: 6)
        #expect(all.contains("one") && all.contains("two") && all.contains("three"))
        #expect(painter.output(for: ["one", "two", "three"], columns: 6) == "")
        let two = painter.output(for: ["one", "2", "three"], columns: 6)
        #expect(two == "\u{1b}[?25l\u{1b}[2;1H2     ")
        #expect(painter.output(for: ["one", "2", "three"], columns: 7).contains("three"))
        painter.forget()
        #expect(painter.output(for: ["one", "2", "three"], columns: 7).contains("three"))
    }

    @Test func screenMatchesTheRowsAfterAnyChanges() {
        var random = SystemRandomNumberGenerator()
        var (painter, screen) = (Painter(hasColours: true), ScreenText(rows: 4, columns: 9))
        for _ in 0..<500 {
            let texts = (0..<4).map { _ in
                String(
                    (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                        "ab 漢😀é".randomElement(using: &random)
                    }
                )
            }
            let rows = texts.map { text in
                var row = Row()
                for character in text { row.append(String(character), character == "a" ? .match : .plain) }
                row.isSelected = text.hasPrefix("b")
                return row
            }
            screen.receive(painter.output(for: rows, columns: 9).utf8)
            let expected = texts.map { text in
                let prefix = String(text.prefix(columns: 9))
                return prefix.reversed().drop { $0 == " " }.reversed().map(String.init).joined()
            }
            #expect(screen.rows == expected)
        }
    }

    @Test func coloursAreSentOnlyWhereTheyAreWanted() {
        var row = Row()
        for style in [Style.path, .number, .match, .bar, .dim] { row.append("x", style) }
        for hasColours in [true, false] {
            var screen = ScreenText(rows: 1, columns: 9)
            screen.receive(row.encoded(hasColours: hasColours).utf8)
            #expect(screen.hadColours == hasColours)
            #expect(screen.text == "xxxxx")
        }
    }
}
