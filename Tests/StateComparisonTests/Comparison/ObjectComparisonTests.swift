// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import StateComparison
import Testing

@Suite struct ObjectComparisonTests {
    private class Node {
        let name: String
        let next: Node?

        init(_ name: String, _ next: Node? = nil) {
            self.name = name
            self.next = next
        }
    }

    private final class Leaf: Node {
        let size: Int

        init(_ name: String, size: Int) {
            self.size = size
            super.init(name)
        }
    }

    /// Has a custom mirror, so it is read although it is mutable.
    private final class Open: CustomReflectable {
        var name: String
        var next: Open?

        init(_ name: String) { self.name = name }
        var customMirror: Mirror { Mirror(self, children: ["name": name, "next": next as Any], displayStyle: .class) }
    }

    private final class Variable {
        var name = "a"
    }

    private final class Described: CustomStringConvertible {
        var description = "a"
    }

    private indirect enum Chain {
        case end
        case link(Int, Chain)

        static func of(_ numbers: some BidirectionalCollection<Int>) -> Chain {
            numbers.reversed().reduce(.end) { .link($1, $0) }
        }

        /// Removes link after link, since the release of a long chain needs a large stack.
        mutating func dismantle() {
            while case .link(_, let rest) = self { self = rest }
        }
    }

    @Test func objectsAreComparedByTheirProperties() {
        #expect(changes(Node("a", Node("b")), Node("a", Node("c"))) == [#"next.name: "b" → "c""#])
        #expect(changes(Node("a"), Node("a")).isEmpty)
    }

    @Test func inheritedPropertiesAreComparedToo() {
        #expect(changes(Leaf("a", size: 1), Leaf("b", size: 2)) == [#"name: "a" → "b""#, "size: 1 → 2"])
        let replaced = changes([Node("a")], [Leaf("a", size: 1)])
        #expect(replaced == [#"[0]: Node(name: "a", next: nil) → Leaf(name: "a", next: nil, size: 1)"#])
    }

    @Test func cyclesEnd() {
        let (old, new) = (Open("a"), Open("b"))
        (old.next, new.next) = (Open("x"), Open("x"))
        old.next?.next = old
        new.next?.next = new
        #expect(changes(old, new) == [#"name: "a" → "b""#])
        #expect(changes([], [old]) == [#"[0]: inserted Open(name: "a", next: Open(name: "x", next: Open(…)))"#])
        #expect(changes([old, old], [new, new]) == [#"[0].name: "a" → "b""#])
        (old.next, new.next) = (nil, nil)
    }

    @Test func mutableObjectIsNotReadAndShownByItsIdentity() {
        let (old, new) = (Variable(), Variable())
        #expect(changes([old], [new]) == ["[0]: \(identity(of: old)) → \(identity(of: new))"])
        #expect(ValueText.whole([old]) == "[\(identity(of: old))]")
        #expect(changes([old], [old]).isEmpty)
    }

    @Test func differentObjectWithTheSameDescriptionIsAChange() {
        #expect(changes([Described()], [Described()]) == ["[0]: a → a"])
    }

    @Test func changesInsideAnObjectAreNotFound() {
        let node = Open("a")
        let old = [node]
        node.name = "b"
        #expect(changes(old, [node]).isEmpty)
    }

    private func identity(of object: AnyObject) -> String {
        "\(type(of: object))@0x\(String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16))"
    }

    @Test func comparisonToTheDepthLimitNeedsLittleStack() {
        let lines = Recorder<[String]>()
        onSmallStack {
            var (old, new) = (Chain.of(0..<1_000), Chain.of(1..<1_000))
            lines.record(changes(old, new))
            lines.record(changes([], [old]))
            old.dismantle()
            new.dismantle()
        }
        #expect(lines.events.map(\.count) == [33, 1])
    }

    @Test func opaqueValueIsWrittenWithItsFirstWord() {
        let task = Task {}
        let word = String(unsafe unsafeBitCast(task, to: UInt.self), radix: 16)
        #expect(ValueText.whole(task) == "Task<(), Never>(0x\(word))")
    }

    @Test func veryLongChainNeedsNoMoreStack() {
        var old = Chain.of(0..<10_000)
        var new = Chain.of(Array(0..<9_999) + [-1])
        var near = Chain.of([0, 1, 7] + Array(3..<10_000))
        let far = changes(old, new)
        #expect(far.count == 1)
        #expect(far.first?.hasSuffix("link.1.link.1: … (differs too far inside)") == true)
        #expect(changes(old, near) == ["link.1.link.1.link.0: 2 → 7"])
        let inserted = changes([], [old])
        #expect(inserted.first?.hasPrefix("[0]: inserted link(0, link(1, link(2, ") == true)
        #expect(inserted.first?.contains("…") == true)
        let whole = ValueText.whole(old)
        #expect(whole.hasPrefix("link(0, link(1, link(2, "))
        #expect(whole.contains("…"))
        old.dismantle()
        new.dismantle()
        near.dismantle()
    }
}
