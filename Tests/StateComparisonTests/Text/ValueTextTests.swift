// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import StateComparison
import Testing

@Suite struct ValueTextTests {
    private enum Choice {
        case none
        case one(Int)
        case labelled(id: Int)
        case two(Int, String)
        case tuple((a: Int, b: Int))
        case maybe(Int?)
    }

    private struct Point {
        var x = 1
        var y = 2
    }

    private struct Empty {}

    /// Its mirror has no style, with or without children.
    private struct Bare: CustomReflectable {
        var children: KeyValuePairs<String, Any> = [:]

        var customMirror: Mirror { Mirror(self, children: children) }
    }

    private struct Described: CustomStringConvertible, CustomDebugStringConvertible {
        var description = "described\nhere"
        var debugDescription = "debugged"
    }

    private struct Debugged: CustomDebugStringConvertible {
        var debugDescription = "debugged\r\nhere"
    }

    private final class Pair {
        let left: Pair?
        let right: Pair?

        init(_ left: Pair? = nil, _ right: Pair? = nil) { (self.left, self.right) = (left, right) }
    }

    nonisolated(unsafe) private static let texts: [(Any, String)] = [
        (1, "1"), (1.5, "1.5"), (true, "true"),
        ("a \"b\"\n", #""a \"b\"\n""#), ("abc".dropFirst(), #""bc""#), (Character("c"), #""c""#),
        (Int?.none as Any, "nil"), (Int?.some(1) as Any, "1"),
        (Int??.some(nil) as Any, "Optional(nil)"), (Int???.some(.some(nil)) as Any, "Optional(Optional(nil))"),
        (Int??.some(1) as Any, "1"),
        ([Int](), "[]"), ([1], "[1]"), ([1, 2], "[1, 2]"), ([[1], []], "[[1], []]"), ([1, nil], "[1, nil]"),
        (Set([10, 9]), "[9, 10]"), (Set<Int>(), "[]"),
        ([Int: Int](), "[:]"), ([10: "a", 9: "b"], #"[9: "b", 10: "a"]"#), (["b": 1, "a": 2], #"["a": 2, "b": 1]"#),
        ((1, "a"), #"(1, "a")"#), ((x: 1, y: 2), "(x: 1, y: 2)"), ((), "()"),
        (Choice.none, "none"), (Choice.one(1), "one(1)"), (Choice.labelled(id: 1), "labelled(id: 1)"),
        (Choice.two(1, "a"), #"two(1, "a")"#), (Choice.tuple((a: 1, b: 2)), "tuple(a: 1, b: 2)"),
        (Choice.maybe(nil), "maybe(nil)"), (Choice.maybe(1), "maybe(1)"),
        (Point(), "Point(x: 1, y: 2)"), ([Point()], "[Point(x: 1, y: 2)]"), (Empty(), "Empty()"),
        (Described(), #"described\nhere"#), (Debugged(), #"debugged\nhere"#),
        (Pair(), "Pair(left: nil, right: nil)"), (Bare(), "\(Bare())"), (Bare(children: ["x": 1]), "Bare(x: 1)"),
        (Int.self, "Int"), ({ 1 } as () -> Int, "(Function)"), (Data([1]), "1 byte: 01"), (Data(), "0 bytes"),
    ]

    @Test func valuesAreWrittenAsSwiftWritesThem() {
        for (value, text) in unsafe Self.texts {
            #expect(ValueText.whole(value) == text)
            #expect(ValueText.short(value) == text)
            #expect(ValueText.bounded([value, value]) == "[\(text), \(text)]")
            #expect(ValueText.whole(["key": value]) == #"["key": \#(text)]"#)
        }
    }

    private struct Page<Item> {
        let items: [Item]
        struct Head { let title: String }
        let head = Head(title: "a")
    }

    private enum ListAction {
        case row(ElementIDAction<Int, RowAction>)
    }

    private enum RowAction {
        case toggle
        case rename(String)
    }

    @Test func typesAreWrittenWithoutTheirArguments() {
        #expect(ValueText.whole(Page(items: [[1]])) == #"Page(items: [[1]], head: Head(title: "a"))"#)
        #expect(ValueText.code(Page(items: [1])) == #"Page(items: [1], head: Head(title: "a"))"#)
    }

    @Test func anActionForAnElementIsWrittenAsAPayload() {
        let action = ElementIDAction(id: 3, action: RowAction.rename("a"))
        #expect(ValueText.whole(ListAction.row(action)) == #"row(id: 3, action: rename("a"))"#)
        #expect(ValueText.whole(action) == #"(id: 3, action: rename("a"))"#)
        // Swift code needs the type.
        #expect(ValueText.code(ListAction.row(action)) == #".row(ElementIDAction(id: 3, action: .rename("a")))"#)
    }

    @Test func objectIsWrittenRepeatedlyButNotInsideItself() {
        let leaf = Pair()
        let text = "Pair(left: nil, right: nil)"
        #expect(ValueText.whole(Pair(leaf, leaf)) == "Pair(left: \(text), right: \(text))")
        #expect(ValueText.whole([leaf, leaf]) == "[\(text), \(text)]")
    }

    @Test(arguments: [
        (0, "…"), (1, "[…]"), (2, "[1, …]"), (3, "[1, […], …]"), (4, "[1, [2, …], …]"), (5, "[1, [2, 3], …]"),
        (6, "[1, [2, 3], 4]"), (7, "[1, [2, 3], 4]"),
    ])
    func boundedTextShowsALimitedNumberOfValues(limit: Int, text: String) {
        let value: [Any] = [1, [2, 3], 4]
        #expect(ValueText.bounded(value, to: limit) == text)
    }

    @Test(arguments: [
        (1, "[…]"), (2, #"["a": …, …]"#), (3, #"["a": 1, …]"#), (4, #"["a": 1, "b": …]"#), (5, #"["a": 1, "b": 2]"#),
    ])
    func keysCountAsValues(limit: Int, text: String) {
        #expect(ValueText.bounded(["b": 2, "a": 1], to: limit) == text)
    }

    @Test func boundedTextEqualsTheWholeTextIfItFits() {
        for seed in UInt64(0)..<200 {
            var random = SeededGenerator(seed: seed)
            var count = 0
            let value = Self.value(depth: 0, count: &count, using: &random)
            let whole = ValueText.whole(value)
            #expect(!whole.contains("…"), "seed \(seed)")
            #expect(ValueText.bounded(value, to: count) == whole, "seed \(seed)")
            for limit in 0..<count {
                let text = ValueText.bounded(value, to: limit)
                #expect(text.contains("…"), "seed \(seed), \(limit) of \(count)")
                #expect(text.split(whereSeparator: { !$0.isNumber }).count <= limit, "seed \(seed)")
            }
        }
    }

    /// Lists, structs and tuples in each other, and how many values there are in all.
    private static func value(depth: Int, count: inout Int, using random: inout SeededGenerator) -> Any {
        count += 1
        func part() -> Any { value(depth: depth + 1, count: &count, using: &random) }
        switch depth < 4 ? Int.random(in: 0..<5, using: &random) : 0 {
        case 1: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in part() }
        case 2: return (part(), part())
        case 3: return Holder(value: part())
        case 4: return [part()]
        default: return Int.random(in: 0..<100, using: &random)
        }
    }

    private struct Holder {
        var value: Any
    }

    @Test(arguments: [62, 63, 64, 65]) func sixtyFourValuesInsideOfEachOtherAreWritten(depth: Int) {
        let value = (0..<depth).reduce(1 as Any) { value, _ in [value] }
        let opened = String(repeating: "[", count: min(depth, 64))
        let closed = String(repeating: "]", count: min(depth, 64))
        #expect(ValueText.whole(value) == opened + (depth < 64 ? "1" : "…") + closed)
    }

    @Test(arguments: [(61, "[[1]: 2]", "[[1]]"), (62, "[[…]: 2]", "[[…]]"), (63, "[…: …]", "[…]"), (64, "…", "…")])
    func keysAndElementsAreAsDeepAsTheyStand(depth: Int, dictionary: String, set: String) {
        func nested(_ value: Any) -> String {
            let text = ValueText.whole((0..<depth).reduce(value) { value, _ in [value] })
            return String(text.dropFirst(depth).dropLast(depth))
        }
        #expect(nested([[1]: 2]) == dictionary)
        #expect(nested(Set([[1]])) == set)
    }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("a\nb", #"a\nb"#), ("a\r\nb", #"a\nb"#), ("a\rb", #"a\nb"#), ("\n", #"\n"#),
        ("a\n\nb\n", #"a\n\nb\n"#), ("a\u{2028}b", "a\u{2028}b"), ("a\u{2028}\nb", #"a\n\nb"#),
    ])
    func eachLineEndBecomesOneMark(text: String, line: String) {
        #expect(text.onOneLine == line)
        #expect(text.joiningLines(with: "|") == line.replacingOccurrences(of: #"\n"#, with: "|"))
    }

    @Test func noTextOfAValueTellsATerminalSomething() {
        struct Loud: CustomStringConvertible { var description = "loud\u{1b}[2J\u{202e}" }
        let texts = [
            ValueText.whole(Loud()), ValueText.short([Loud()]), ValueText.code("\u{9b}"), ValueText.bounded("\u{202e}"),
        ]
        for text in texts {
            #expect(text.visible == text)
            #expect(text.contains(#"\u{"#))
        }
    }

    /// Foundation traps when it describes a date whose time is NaN.
    @Test func dateThatIsNotANumberHasAText() {
        struct Meeting {
            var start: Date?
        }
        let never = Meeting(start: Date(timeIntervalSinceReferenceDate: .nan))
        #expect(ValueText.whole(never) == "Meeting(start: Date(nan))")
        #expect(ValueText.whole([never.start: never.start]) == "[Date(nan): Date(nan)]")
        #expect(ValueText.short(Date(timeIntervalSinceReferenceDate: 0)).contains("2001-01-01"))
        let comparison = StateComparison(of: Meeting(), and: never)
        #expect("\(comparison)".contains("Date(nan)"))
        #expect(StateComparison(of: never, and: Meeting(start: .distantPast)).changes.count == 1)
        #expect("\(StateComparison(of: [never], and: [never, never]))".contains("Date(nan)"))
        // NaN with other bits.
        let negative = Meeting(start: Date(timeIntervalSinceReferenceDate: -.nan))
        #expect(StateComparison(of: never, and: negative).changes.isEmpty)
    }
}
