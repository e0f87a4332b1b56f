// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexTestSupport
import Testing

@Suite struct ObjectComparisonTests {
    private class Node {
        var name: String
        var next: Node?

        init(_ name: String, _ next: Node? = nil) {
            self.name = name
            self.next = next
        }
    }

    private final class Leaf: Node {
        var size = 1
    }

    private indirect enum Chain {
        case end
        case link(Int, Chain)

        static func of(_ numbers: some BidirectionalCollection<Int>) -> Chain {
            numbers.reversed().reduce(.end) { .link($1, $0) }
        }

        /// Takes it apart link by link, since releasing a long one at once needs as much stack.
        mutating func dismantle() {
            while case .link(_, let rest) = self { self = rest }
        }
    }

    @Test func objectsAreComparedByTheirProperties() {
        #expect(changes(Node("a", Node("b")), Node("a", Node("c"))) == [#"next.name: "b" → "c""#])
        #expect(changes(Node("a"), Node("a")).isEmpty)
    }

    @Test func inheritedPropertiesAreComparedToo() {
        let (old, new) = (Leaf("a"), Leaf("b"))
        new.size = 2
        #expect(changes(old, new) == [#"name: "a" → "b""#, "size: 1 → 2"])
        let replaced = changes([Node("a")], [Leaf("a")])
        #expect(replaced == [#"[0]: Node(name: "a", next: nil) → Leaf(name: "a", next: nil, size: 1)"#])
    }

    @Test func cyclesEnd() {
        let (old, new) = (Node("a"), Node("b"))
        (old.next, new.next) = (Node("x", old), Node("x", new))
        #expect(changes(old, new) == [#"name: "a" → "b""#])
        #expect(changes([], [old]) == [#"[0]: inserted Node(name: "a", next: Node(name: "x", next: Node(…)))"#])
        #expect(changes([old, old], [new, new]) == [#"[0].name: "a" → "b""#])
        (old.next, new.next) = (nil, nil)
    }

    @Test func whatAnObjectChangesInsideCannotBeSeen() {
        let node = Node("a")
        let old = [node]
        node.name = "b"
        #expect(changes(old, [node]).isEmpty)
    }

    @Test func theDepthThatIsComparedNeedsLittleStack() {
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

    @Test func aVeryLongChainNeedsNoMoreStack() {
        var old = Chain.of(0..<100_000)
        var new = Chain.of(Array(0..<99_999) + [-1])
        var near = Chain.of([0, 1, 7] + Array(3..<100_000))
        let far = changes(old, new)
        #expect(far.count == 1)
        #expect(far.first?.hasSuffix("link.1.link.1: … (differs too far inside)") == true)
        let nearer = changes(old, near)
        #expect(nearer.first == "link.1.link.1.link.0: 2 → 7")
        #expect(nearer.count == 2)
        let inserted = changes([], [old])
        #expect(inserted.first?.hasPrefix("[0]: inserted link(0, link(1, link(2, ") == true)
        #expect(inserted.first?.contains("…") == true)
        let whole = StateDiffTransform.newStateOnly.text(from: nil, to: old)
        #expect(whole?.hasPrefix("link(0, link(1, link(2, ") == true)
        #expect(whole?.contains("…") == true)
        old.dismantle()
        new.dismantle()
        near.dismantle()
    }
}

/// Runs `body` on a thread with half a megabyte, as Apple platforms give to threads that are not the main one.
private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        ended.signal()
    }
    thread.stackSize = 512 * 1_024
    thread.start()
    ended.wait()
}
