// SPDX-License-Identifier: MIT

import StateComparison
import Testing

/// Structs whose stored properties are compared in place.
@Suite struct StoredFieldsTests {
    private class Object {}
    private struct Nothing: Equatable {}

    private struct Fields {
        var flag = false
        var number = 1
        var nothing = Nothing()
        var call: @Sendable () -> Int = { 1 }
        var any: Any = 1
        var list: any Collection<Int> = [1]
        var pair = (a: 1, b: "x")
        var optional: [Int]?
        var inner = Inner()
        let object = Object()
    }

    private struct Inner {
        var small: UInt8 = 1
        var text = "a"
    }

    private func change(_ change: (inout Fields) -> Void) -> String {
        let old = Fields()
        var new = old
        change(&new)
        return StateComparison(of: old, and: new).text
    }

    @Test func eachFieldIsFoundByItsName() {
        #expect(change { _ in } == "")
        #expect(change { $0.flag = true } == "flag: false → true")
        #expect(change { $0.number = 2 } == "number: 1 → 2")
        #expect(change { $0.any = "x" } == #"any: 1 → "x""#)
        #expect(change { $0.any = 2 } == "any: 1 → 2")
        #expect(change { $0.list = [1, 2] } == "list[1]: inserted 2")
        #expect(change { $0.pair.b = "y" } == #"pair.b: "x" → "y""#)
        #expect(change { $0.optional = [3] } == "optional: nil → [3]")
        #expect(change { $0.inner.small = 2 } == "inner.small: 1 → 2")
        #expect(
            change {
                $0.inner.text = "b"
                $0.number = 3
            } == "number: 1 → 3\ninner.text: \"a\" → \"b\""
        )
    }

    @Test func functionsAreNotCompared() {
        #expect(change { $0.call = { 2 } } == "")
    }
}
