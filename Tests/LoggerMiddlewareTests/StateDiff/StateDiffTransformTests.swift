// SPDX-License-Identifier: MIT

import LoggerMiddleware
import Testing

@Suite struct StateDiffTransformTests {
    private struct Root {
        var screen = Screen()
        var count = 1
    }

    private struct Screen {
        var list = List()
    }

    private struct List {
        var rows = [Row(id: 0, title: "Tea"), Row(id: 1, title: "Milk")]
        var filter: String?
    }

    private func text(linesOfContext: Int, _ change: (inout Root) -> Void) -> String? {
        let old = Root()
        var new = old
        change(&new)
        return StateDiffTransform.diff(linesOfContext: linesOfContext).text(from: old, to: new)
    }

    @Test(arguments: [
        (-1, #"- screen.list.rows[1].title: "Milk"\#n+ screen.list.rows[1].title: "Rice""#),
        (0, #"- screen.list.rows[1].title: "Milk"\#n+ screen.list.rows[1].title: "Rice""#),
        (1, #"  screen.list.rows[1]\#n-   title: "Milk"\#n+   title: "Rice""#),
        (2, #"  screen.list.rows\#n    [1]\#n-     title: "Milk"\#n+     title: "Rice""#),
        (9, #"  screen\#n    list\#n      rows\#n        [1]\#n-         title: "Milk"\#n+         title: "Rice""#),
    ])
    func contextNamesTheEnclosingPropertiesOfTheChange(lines: Int, expected: String) {
        #expect(text(linesOfContext: lines) { $0.screen.list.rows[1].title = "Rice" } == expected)
    }

    private struct SelfContaining: CustomReflectable {
        var value: Int
        var customMirror: Mirror { Mirror(self, children: ["itself": self, "value": value, "itself again": self]) }
    }

    @Test func aValueWhoseMirrorContainsItselfIsShownOnce() {
        let (old, new) = (SelfContaining(value: 1), SelfContaining(value: 2))
        #expect(StateDiffTransform.recursive.text(from: old, to: new) == "value: 1 → 2")
        #expect(StateDiffTransform.diff().text(from: old, to: new) == "- value: 1\n+ value: 2")
        let text = "SelfContaining(itself: SelfContaining(…), value: 2, itself again: SelfContaining(…))"
        #expect(StateDiffTransform.newStateOnly.text(from: old, to: new) == text)
        #expect(StateDiffTransform.recursive.text(from: nil, to: new) == text)
    }

    @Test func aChangeOfTheTypeAloneIsShown() {
        let (old, new): (Any, Any) = (1, 1 as UInt8)
        #expect(StateDiffTransform.recursive.text(from: ["q": old], to: ["q": new]) == "[\"q\"]: 1 (Int) → 1 (UInt8)")
    }

    @Test func contextIsWrittenOnceForAdjacentChanges() {
        let text = text(linesOfContext: 2) {
            $0.screen.list.rows[0].title = "Rice"
            $0.screen.list.rows[1].isDone = true
            $0.screen.list.filter = "all"
            $0.count = 2
        }
        #expect(
            text == """
                  screen.list.rows
                    [0]
                -     title: "Tea"
                +     title: "Rice"
                    [1]
                -     isDone: false
                +     isDone: true
                  screen
                    list
                -     filter: nil
                +     filter: "all"
                - count: 1
                + count: 2
                """
        )
    }

    @Test func adjacentFieldsShareALineIfTheyFit() {
        let short = text(linesOfContext: 1) { $0.screen.list.rows[0] = Row(id: 5, title: "Rice") }
        #expect(
            short == """
                  screen.list.rows[0]
                -   id: 0, title: "Tea"
                +   id: 5, title: "Rice"
                """
        )
        let long = String(repeating: "x", count: 100)
        #expect(
            text(linesOfContext: 1) { $0.screen.list.rows[0] = Row(id: 5, title: long) } == """
                  screen.list.rows[0]
                -   id: 0
                -   title: "Tea"
                +   id: 5
                +   title: "\(long)"
                """
        )
    }

    @Test func insertedAndRemovedElementsAreWrittenAlone() {
        let text = text(linesOfContext: 2) {
            $0.screen.list.rows.removeFirst()
            $0.screen.list.rows.append(Row(id: 2, title: "Rice"))
        }
        #expect(
            text == """
                  screen.list
                    rows
                -     [0]: Row(id: 0, title: "Tea", isDone: false)
                +     [1]: Row(id: 2, title: "Rice", isDone: false)
                """
        )
    }

    @Test func recursiveWritesALineForEachChangedValue() {
        let old = Root()
        var new = old
        new.screen.list.rows[0].title = "Rice"
        new.screen.list.rows.removeLast()
        new.screen.list.filter = "a\nb"
        new.count = 2
        #expect(
            StateDiffTransform.recursive.text(from: old, to: new) == #"""
                screen.list.rows[0].title: "Tea" → "Rice"
                screen.list.rows[1]: removed Row(id: 1, title: "Milk", isDone: false)
                screen.list.filter: nil → "a\nb"
                count: 1 → 2
                """#
        )
    }

    @Test func stateWithoutPartsIsWrittenAsAWhole() {
        #expect(StateDiffTransform.recursive.text(from: 1, to: 2) == "state: 1 → 2")
        #expect(StateDiffTransform.diff().text(from: 1, to: 2) == "- 1\n+ 2")
    }

    @Test func missingChangeIsOneLine() {
        #expect(StateDiffTransform.diff().text(from: Root(), to: Root()) == "(state unchanged)")
        #expect(StateDiffTransform.recursive.text(from: Root(), to: Root()) == "(state unchanged)")
    }

    @Test func newStateIsWrittenWithoutAnOldState() {
        #expect(StateDiffTransform.diff().text(from: nil, to: [1, 2]) == "[1, 2]")
        #expect(StateDiffTransform.recursive.text(from: nil, to: [1, 2]) == "[1, 2]")
    }

    @Test func newStateOnlyWritesTheWholeStateOnOneLine() {
        let state = Root()
        let text = StateDiffTransform.newStateOnly.text(from: nil, to: state)
        #expect(
            text == #"Root(screen: Screen(list: List(rows: [Row(id: 0, title: "Tea", isDone: false), "#
                + #"Row(id: 1, title: "Milk", isDone: false)], filter: nil)), count: 1)"#
        )
        let large = StateDiffTransform.newStateOnly.text(from: nil, to: Array(0..<5_000))
        #expect(large == "[\((0..<5_000).map(String.init).joined(separator: ", "))]")
    }

    @Test func noneWritesNothingAndCustomWritesAnyTextOrNothing() {
        #expect(StateDiffTransform.none.text(from: 1, to: 2) == nil)
        let custom = StateDiffTransform<Int>.custom { old, new in new > 5 ? "\(old ?? 0) then \(new)" : nil }
        #expect(custom.text(from: 1, to: 9) == "1 then 9")
        #expect(custom.text(from: 1, to: 2) == nil)
    }

    @Test func diffEndsAfterAThousandChanges() {
        let lines = StateDiffTransform.recursive.text(from: Array(0..<5_000), to: Array(5_000..<10_000))?
            .split(separator: "\n")
        #expect(lines?.count == 1_001)
        #expect(lines?.last == "… (more changes)")
    }

    @Test(arguments: [0, 5_000, 9_999])
    func oneChangedRowOfTenThousandTakesAtMostFiveLines(index: Int) {
        let old = ShopState.withRows(10_000)
        var new = old
        new.rows[index].title = "changed"
        new.rows[index].isDone = true
        #expect(
            StateDiffTransform.diff().text(from: old, to: new) == """
                  rows
                    [\(index)]
                -     title: "the title of row number \(index)", isDone: false
                +     title: "changed", isDone: true
                """
        )
    }
}
