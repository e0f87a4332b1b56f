// SPDX-License-Identifier: MIT

import LoggerMiddleware
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

    /// As large as the box of a protocol.
    private struct BoxSized: CustomStringConvertible {
        var flag = true
        var numbers = (1, 2, 3, 4)
        var description: String { "boxed" }
    }

    /// Shows smaller fields than it has, which fill the same space.
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

    @Test func gapsDoNotCount() {
        let gapped = Gapped(flag: true, number: 1, small: 2, title: "a")
        #expect(FieldLayout(of: gapped).ranges == [0..<1, 8..<18, 24..<40])
        let nested = Nested(flag: true, inner: gapped, last: false)
        #expect(FieldLayout(of: nested).ranges == [0..<1, 8..<9, 16..<26, 32..<49])
    }

    @Test func fieldsThatTouchAreOneRange() {
        #expect(FieldLayout(of: Row(id: 1, title: "a")).ranges == [0..<25])
    }

    @Test func whatIsNoStructCountsWhole() {
        #expect(FieldLayout(of: 1).ranges == [0..<8])
        #expect(FieldLayout(of: "text").ranges == [0..<16])
        #expect(FieldLayout(of: (true, 1)).ranges == [0..<16])
        #expect(FieldLayout(of: Choice.some(true, 1)).ranges == [0..<MemoryLayout<Choice>.size])
    }

    @Test func whatAValueSaysOfItselfIsNotBelieved() {
        #expect(FieldLayout(of: Misleading(first: 1, second: 2)).ranges == [0..<16])
    }

    @Test func aFieldOfAnyTypeTakesTheBytesOfItsBox() {
        let box = MemoryLayout<any CustomStringConvertible>.size
        #expect(FieldLayout(of: Open(flag: true, value: 1)).ranges == [0..<1, 8..<(8 + box)])
        #expect(FieldLayout(of: Open(flag: true, value: "text")).ranges == [0..<1, 8..<(8 + box)])
    }

    @Test func whatIsInABoxIsNotItsLayout() {
        #expect(MemoryLayout<BoxSized>.size == MemoryLayout<any CustomStringConvertible>.size)
        #expect(FieldLayout(of: BoxSized()).ranges == [0..<1, 8..<40])
        #expect(FieldLayout(of: BoxSized() as any CustomStringConvertible).ranges == [0..<40])
        #expect(FieldLayout(of: Open(flag: true, value: BoxSized())).ranges == [0..<1, 8..<48])
    }

    @Test func aLongListThatWasCopiedIsNotLookedInto() {
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
