// SPDX-License-Identifier: MIT

import StateComparison
import Testing

@Suite struct DiffTextTests {
    private func change(_ path: StateChange.PathComponent..., kind: StateChange.Kind = .replaced(old: "1", new: "2"))
        -> StateChange
    {
        StateChange(path: path, kind: kind)
    }

    private func text(_ changes: StateChange..., context: Int) -> String {
        DiffText(changes: changes, linesOfContext: context).text
    }

    private func replaced(_ name: String, old: Int, new: Int) -> StateChange {
        let text = { String(repeating: "x", count: $0) }
        return change(.field(name), kind: .replaced(old: text(old), new: text(new)))
    }

    @Test func emptyChangesHaveNoText() {
        #expect(DiffText(changes: [], linesOfContext: 2).text == "")
    }

    /// A line of two fields also contains their names, two colons and a comma.
    @Test(arguments: [(91, 1, true), (92, 1, false), (1, 91, true), (1, 92, false), (91, 91, true), (92, 92, false)])
    func fieldsShareALineOfUpToAHundredCharacters(old: Int, new: Int, isShared: Bool) {
        let lines = text(replaced("a", old: 1, new: 1), replaced("b", old: old, new: new), context: 1).split(
            separator: "\n"
        )
        #expect(lines.count == (isShared ? 2 : 4))
        #expect((lines.map(\.count).max() == 102) == isShared)
    }

    @Test func oldLinesComeBeforeNewOnesIfTheyDoNotShareALine() {
        let lines = text(replaced("a", old: 1, new: 2), replaced("b", old: 100, new: 3), context: 1)
        #expect(lines == "- a: x\n- b: \(String(repeating: "x", count: 100))\n+ a: xx\n+ b: xxx")
    }

    @Test func onlySiblingsShareALine() {
        let changes = [
            change(.field("a"), .field("x")), change(.field("a"), .field("y")), change(.field("b"), .field("x")),
            change(.field("x")), change(.field("y")),
        ]
        #expect(
            DiffText(changes: changes, linesOfContext: 0).text == """
                - a.x: 1, a.y: 1
                + a.x: 2, a.y: 2
                - b.x: 1
                + b.x: 2
                - x: 1, y: 1
                + x: 2, y: 2
                """
        )
    }

    @Test func insertionsAndRemovalsShareNoLine() {
        let changes = [
            change(.field("a")), change(.field("b"), kind: .removed("1")), change(.field("c"), kind: .inserted("2")),
            change(.field("d"), kind: .deeper), change(.field("e")), change(.element("0")), change(.element("1")),
            change(.field("f")), change(.field("g")),
        ]
        #expect(
            DiffText(changes: changes, linesOfContext: 1).text == """
                - a: 1
                + a: 2
                - b: 1
                + c: 2
                + d: … (differs too far inside)
                - e: 1
                + e: 2
                - [0]: 1
                + [0]: 2
                - [1]: 1
                + [1]: 2
                - f: 1, g: 1
                + f: 2, g: 2
                """
        )
    }

    @Test(arguments: [
        (
            1,
            """
              a.b.c
            -   x: 1
            +   x: 2
              a.b.d
            -   x: 1
            +   x: 2
              a
            -   x: 1
            +   x: 2
            - x: 1
            + x: 2
              a.b.c
            -   y: 1
            +   y: 2
            """
        ),
        (
            2,
            """
              a.b
                c
            -     x: 1
            +     x: 2
                d
            -     x: 1
            +     x: 2
              a
            -   x: 1
            +   x: 2
            - x: 1
            + x: 2
              a.b
                c
            -     y: 1
            +     y: 2
            """
        ),
        (
            3,
            """
              a
                b
                  c
            -       x: 1
            +       x: 2
                  d
            -       x: 1
            +       x: 2
            -   x: 1
            +   x: 2
            - x: 1
            + x: 2
              a
                b
                  c
            -       y: 1
            +       y: 2
            """
        ),
    ])
    func contextIsWrittenWhereItChanges(lines: Int, expected: String) {
        let path: [StateChange.PathComponent] = [.field("a"), .field("b")]
        let changes = [
            path + [.field("c"), .field("x")], path + [.field("d"), .field("x")], [.field("a"), .field("x")],
            [.field("x")], path + [.field("c"), .field("y")],
        ].map { StateChange(path: $0, kind: .replaced(old: "1", new: "2")) }
        #expect(DiffText(changes: changes, linesOfContext: lines).text == expected)
    }

    @Test func lineOfAChangeNamesItsPath() {
        #expect(change().line == "state: 1 → 2")
        #expect(change(.element("0"), .field("a"), .element("k"), kind: .removed("1")).line == "[0].a[k]: removed 1")
        #expect(change(.field("a"), .field("b"), kind: .inserted("1")).line == "a.b: inserted 1")
        #expect(change(.field("a"), kind: .deeper).line == "a: … (differs too far inside)")
    }
}
