// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import StateComparison
import Testing

/// The lines of ``StateChange/line`` for the differences between two values.
func changes<Value>(_ old: Value, _ new: Value) -> [String] {
    StateComparison(of: old, and: new).changes.map(\.line)
}

@Suite struct StateComparisonTests {
    private enum Phase {
        case idle
        case waiting
        case loaded(Int)
        case named(id: Int, title: String)
        case failed(any Error)
    }

    private struct Problem: Error {
        var code: Int
    }

    private struct Answer {
        var code: Int
    }

    private struct Holder {
        var value: Any
    }

    /// A value whose `==` only compares the id, as in many apps.
    private struct Sloppy: Equatable, Hashable {
        var id: Int
        var title: String

        static func == (lhs: Sloppy, rhs: Sloppy) -> Bool { lhs.id == rhs.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    @Test func optionalsAreWrittenAsNilOrTheirValue() {
        #expect(changes(Int?.none, 5) == ["state: nil → 5"])
        #expect(changes(Int?.some(5), nil) == ["state: 5 → nil"])
        #expect(changes(Row?.some(Row(id: 1, title: "a")), Row(id: 1, title: "b")) == [#"title: "a" → "b""#])
        #expect(changes([Row?.none], [nil]) == [])
    }

    @Test func nestedNilIsWrittenAsOptionalNil() {
        #expect(changes(Int??.none, .some(nil)) == ["state: nil → Optional(nil)"])
        #expect(changes(Int???.some(nil), .some(.some(nil))) == ["state: Optional(nil) → Optional(Optional(nil))"])
        #expect(changes(Int??.some(nil), 5) == ["state: Optional(nil) → 5"])
        let inside = [Int??.some(nil)]
        #expect(changes(inside + [1], inside + [2]) == ["[1]: 1 → 2"])
    }

    /// Apart from its tag, nil may have any bytes.
    @Test func nilIsNilWithAnyBytes() {
        var rubbish: String?
        unsafe withUnsafeMutableBytes(of: &rubbish) { unsafe $0[0] = 7 }
        #expect(rubbish == nil)
        #expect(changes(String?.none, rubbish) == [])
    }

    @Test func enumsDistinguishCasesFromPayloads() {
        #expect(changes(Phase.idle, .waiting) == ["state: idle → waiting"])
        #expect(changes(Phase.idle, .loaded(1)) == ["state: idle → loaded(1)"])
        let replaced = changes(Phase.loaded(1), .named(id: 1, title: "a"))
        #expect(replaced == [#"state: loaded(1) → named(id: 1, title: "a")"#])
        #expect(changes(Phase.loaded(1), .loaded(2)) == ["loaded: 1 → 2"])
        #expect(changes(Phase.named(id: 1, title: "a"), .named(id: 1, title: "b")) == [#"named.title: "a" → "b""#])
        #expect(changes(Phase.failed(Problem(code: 1)), .failed(Problem(code: 2))) == ["failed.code: 1 → 2"])
        #expect(changes(Phase.waiting, .waiting).isEmpty)
    }

    @Test func tuplesAreComparedByElement() {
        #expect(changes((1, "a"), (1, "b")) == [#"1: "a" → "b""#])
        #expect(changes((x: 1, y: 2), (x: 3, y: 2)) == ["x: 1 → 3"])
    }

    @Test func valuesOfAnotherTypeAreReplaced() {
        #expect(changes(Holder(value: 1), Holder(value: "1")) == [#"value: 1 → "1""#])
        #expect(
            changes(Holder(value: Problem(code: 1)), Holder(value: Answer(code: 1)))
                == ["value: Problem(code: 1) → Answer(code: 1)"]
        )
        #expect(changes(Holder(value: 1), Holder(value: 1)).isEmpty)
    }

    @Test func dictionariesAreComparedByKeyInOrder() {
        let old = [10: Row(id: 10, title: "a"), 9: Row(id: 9, title: "b"), 2: Row(id: 2, title: "c")]
        var new = old
        new[10]?.title = "z"
        new[9] = nil
        new[1] = Row(id: 1, title: "d")
        #expect(
            changes(old, new) == [
                #"[1]: inserted Row(id: 1, title: "d", isDone: false)"#,
                #"[9]: removed Row(id: 9, title: "b", isDone: false)"#,
                #"[10].title: "a" → "z""#,
            ]
        )
        #expect(changes(["a": 1], ["a": 1, "b": 2]) == [#"["b"]: inserted 2"#])
        #expect(changes(["a": Int?.none], ["a": 1]) == [#"["a"]: nil → 1"#])
        #expect(changes(["a": Int?.none], [:]) == [#"["a"]: removed nil"#])
    }

    @Test func setsShowInsertionsAndRemovalsInOrder() {
        #expect(
            changes(Set([10, 9, 1]), [9, 3, 20]) == [
                "state: removed 1", "state: removed 10", "state: inserted 3", "state: inserted 20",
            ]
        )
    }

    @Test func partsDecideEvenIfTheOperatorIgnoresThem() {
        let long = "a title that is too long to be stored inline"
        #expect(changes([Sloppy(id: 1, title: "a")], [Sloppy(id: 1, title: "b")]) == [#"[0].title: "a" → "b""#])
        #expect(changes(Sloppy?.some(Sloppy(id: 1, title: "a")), Sloppy(id: 1, title: "b")) == [#"title: "a" → "b""#])
        let slices = changes([Sloppy(id: 1, title: "a")][...], [Sloppy(id: 1, title: "b")][...])
        #expect(slices == [#"[0].title: "a" → "b""#])
        #expect(changes(Sloppy(id: 1, title: long), Sloppy(id: 1, title: long + "!")).count == 1)
        #expect(changes(Double.nan, Double.nan).isEmpty)
    }

    @Test func equalKeysAndElementsWithDifferentPartsAreReplaced() {
        let (old, new) = (Sloppy(id: 1, title: "a"), Sloppy(id: 1, title: "b"))
        let texts = [#"Sloppy(id: 1, title: "a")"#, #"Sloppy(id: 1, title: "b")"#]
        #expect(changes(Set([old]), [new]) == ["state: removed \(texts[0])", "state: inserted \(texts[1])"])
        #expect(changes([old: 1], [new: 2]) == ["[\(texts[0])]: removed 1", "[\(texts[1])]: inserted 2"])
    }

    /// No lookup finds a key that is not equal to itself.
    @Test func valuesUnderNaNArePaired() {
        #expect(changes([Double.nan: 1, 2: 2], [.nan: 3, 2: 2]) == ["[nan]: 1 → 3"])
        #expect(changes([Double.nan: 1], [.nan: 1, 2: 2]) == ["[2.0]: inserted 2"])
        #expect(changes([Double.nan: 1], [:]) == ["[nan]: removed 1"])
        #expect(changes(Set([Double.nan, 1]), [.nan]) == ["state: removed 1.0"])
    }

    @Test func bytesAreShownFromTheFirstDifference() {
        let old = Data(count: 100_000)
        var new = old
        new[60] = 0xab
        #expect(
            changes(old, new) == [
                "state: 100000 bytes, from [60]: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 …"
                    + " → 100000 bytes, from [60]: ab 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 …"
            ]
        )
        #expect(changes(Data([1]), Data([1, 0xff])) == ["state: 1 byte → 2 bytes, from [1]: ff"])
        #expect(changes([], [Data([1, 2, 0xff])]) == ["[0]: inserted 3 bytes: 01 02 ff"])
    }

    @Test func systemValuesAreShownByTheirDescription() {
        #expect(changes(URL(filePath: "/a"), URL(filePath: "/b")) == ["state: file:///a → file:///b"])
        #expect(changes(Decimal(1), Decimal(2)) == ["state: 1 → 2"])
        #expect(changes(SIMD2(1, 2), SIMD2(1, 3)) == ["state: SIMD2<Int>(1, 2) → SIMD2<Int>(1, 3)"])
    }

    @Test func equalTextsWithDifferentStorageAreNoChange() {
        let text = { (count: Int) in (0..<count).map { "row \($0) with a title that has its own storage" } }
        #expect(changes(text(100), text(100)).isEmpty)
        #expect(changes(Set(text(100)), Set(text(100))).isEmpty)
    }

    @Test func functionsAreNoChange() {
        struct WithFunction {
            var count: Int
            var run: () -> Int
        }
        let (old, new) = (Int.random(in: 0..<9), Int.random(in: 10..<99))
        #expect(changes(WithFunction(count: 1) { old }, WithFunction(count: 2) { new }) == ["count: 1 → 2"])
    }

    @Test func longValuesAreCutButTextsAreNot() {
        let text = String(repeating: "x", count: 500)
        #expect(changes([], [text]) == [#"[0]: inserted "\#(text)""#])
        let inserted = changes([], [Array(0..<1_000)]).first
        #expect(inserted?.hasPrefix("[0]: inserted [0, 1, 2, ") == true)
        #expect(inserted?.hasSuffix(", 97, 98, …]") == true)
    }

    private struct Box<Value> {
        var value: Value
    }

    private static func compareInBoxes<Value>(_ old: Value, _ new: Value, _ notes: Recorder<[String]>, depth: Int) {
        notes.record(changes(old, new))
        if depth > 0 { compareInBoxes(Box(value: old), Box(value: new), notes, depth: depth - 1) }
    }

    /// All threads compare values of new types at the same time.
    @Test func manyThreadsMayCompareValuesOfNewTypesAtOnce() {
        let notes = Recorder<[String]>()
        onThreads(3) { _ in Self.compareInBoxes(1, 2, notes, depth: 12) }
        #expect(notes.events.count == 3 * 13)
        #expect(notes.events.allSatisfy { $0.count == 1 && $0[0].hasSuffix(": 1 → 2") })
    }
}
