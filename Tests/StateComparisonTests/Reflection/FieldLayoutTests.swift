// SPDX-License-Identifier: MIT

import StateComparison
import Testing

@Suite struct FieldLayoutTests {
    private struct Gapped {
        var flag: Bool
        var number: Int
        var small: UInt16
        var title: String
    }

    private struct Nested {
        var flag: Bool
        var inner: Gapped
        var last: Bool
    }

    private struct Open {
        var flag: Bool
        var value: any CustomStringConvertible
    }

    /// A mirror with smaller fields than the real ones, which fill the same space.
    private struct Misleading: CustomReflectable {
        var first: Int
        var second: Int

        var customMirror: Mirror {
            Mirror(self, children: ["first": UInt32(first), "second": second], displayStyle: .struct)
        }
    }

    private enum Choice {
        case none
        case some(Bool, Int)
    }

    @Test func paddingIsIgnored() {
        #expect(FieldLayout(of: Gapped.self).ranges == [0..<1, 8..<18, 24..<40])
        #expect(FieldLayout(of: Nested.self).ranges == [0..<1, 8..<9, 16..<26, 32..<49])
    }

    @Test func adjacentFieldsAreOneRange() {
        #expect(FieldLayout(of: Row.self).ranges == [0..<25])
    }

    @Test func valueWithoutFieldsIsOneRange() {
        #expect(FieldLayout(of: Int.self).ranges == [0..<8])
        #expect(FieldLayout(of: String.self).ranges == [0..<16])
        #expect(FieldLayout(of: (Bool, Int).self).ranges == [0..<1, 8..<16])
        #expect(FieldLayout(of: Choice.self).ranges == [0..<MemoryLayout<Choice>.size])
    }

    @Test func customMirrorDoesNotChangeTheLayout() {
        #expect(FieldLayout(of: Misleading.self).ranges == [0..<16])
    }

    @Test func existentialFieldHasTheSizeOfItsBox() {
        let box = MemoryLayout<any CustomStringConvertible>.size
        #expect(FieldLayout(of: Open.self).ranges == [0..<1, 8..<(8 + box)])
    }

    @Test func copiedLongListIsNotReflected() {
        let old = (0..<10_000).map {
            Gapped(flag: $0 > 7, number: $0, small: 1, title: "a title that is not inline \($0)")
        }
        var new = old
        new[77].number = -1
        let comparison = StateComparison(of: old, and: new)
        #expect(comparison.changes.map(\.line) == ["[77].number: 77 → -1"])
        #expect(comparison.visited < 10_020)
    }
}
