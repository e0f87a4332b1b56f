// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private typealias Texts = Reducer<Int, String>

/// Returns a reducer that appends its name.
private func note(_ name: String) -> Texts { .reduce { _, text in text += name } }

private func result(_ reducer: Texts) -> String {
    var text = ""
    reducer.reduce(0, &text)
    return text
}

@Suite struct CompositionBuilderTests {
    @Test(arguments: [true, false])
    func statementsJoinInTheirOrder(isOn: Bool) {
        let reducer = Texts.combine {
            note("a")
            if isOn { note("b") }
            if isOn { note("c") } else { note("d") }
            for name in ["e", "f"] { note(name) }
            switch isOn {
            case true: note("g")
            case false: note("h")
            }
            if #available(macOS 13, *) { note("i") }
        }
        #expect(result(reducer) == (isOn ? "abcefgi" : "adefhi"))
    }

    @Test func emptyBuilderIsTheIdentity() {
        #expect(result(Texts.combine {}) == "")
        #expect(result(.combine()) == "")
    }

    @Test func allFormsJoinFromFirstToLast() {
        let parts = ["a", "b", "c"].map(note)
        #expect(result(.combine(parts[0], parts[1], parts[2])) == "abc")
        #expect(result(.combine(parts)) == "abc")
        #expect(
            result(
                .combine {
                    parts[0]; parts[1]
                }
            ) == "ab"
        )
    }

    @Test func middlewaresOfDifferentTypesJoinInOneList() {
        let notes = Recorder<String>()
        let probe = Probe<Int, Int>(name: "a", notes: notes)
        let composed = ComposedMiddleware<Int, Int, Int>.combine(
            probe,
            IdentityMiddleware<Int, Int, Int>(),
            ComposedMiddleware<Int, Int, Int>.combine { probe },
            probe.eraseToAnyMiddleware()
        )
        _ = composed.handle(action: 1, from: .here(), state: { 0 })
        #expect(notes.events == Array(repeating: "a handle 1 0", count: 3))
    }
}
