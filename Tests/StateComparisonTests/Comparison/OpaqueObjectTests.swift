// SPDX-License-Identifier: MIT

import StateComparison
import Testing

/// Mutable objects are not read.
///
/// The nearest `==` around them decides.
@Suite struct OpaqueObjectTests {
    private final class Hidden: @unchecked Sendable {
        var number: Int

        init(_ number: Int) { self.number = number }
    }

    private struct Wrapper: Equatable {
        var hidden: Hidden
        var name = "a"

        init(_ number: Int, name: String = "a") { (hidden, self.name) = (Hidden(number), name) }
        static func == (old: Wrapper, new: Wrapper) -> Bool { old.hidden.number == new.hidden.number }
    }

    /// Contains two `Equatable` values, and an object of its own.
    private struct Outer: Equatable {
        var inner: Wrapper
        var own: Hidden
        var second: Wrapper

        init(_ inner: Int, _ own: Int, _ second: Int) {
            (self.inner, self.own, self.second) = (Wrapper(inner), Hidden(own), Wrapper(second))
        }

        static func == (old: Outer, new: Outer) -> Bool { old.own.number == new.own.number }
    }

    private struct Plain<Value> {
        var value: Value
    }

    private func names(_ old: some Any, _ new: some Any) -> [String] {
        StateComparison(of: Plain<Any>(value: old), and: Plain<Any>(value: new)).changes.map { change in
            change.path.map(\.name).joined(separator: ".")
        }
    }

    @Test func equalValueWithDifferentObjectsIsNoChange() {
        #expect(names(Wrapper(1), Wrapper(1)) == [])
        #expect(names(Wrapper(1), Wrapper(2)) == ["value"])
        #expect(names([Wrapper(1), Wrapper(2)], [Wrapper(1), Wrapper(2)]) == [])
        #expect(names([Wrapper(1), Wrapper(2)], [Wrapper(1), Wrapper(3)]) == ["value.[1]"])
        #expect(names(Wrapper?.some(Wrapper(1)) as Any, Wrapper?.some(Wrapper(1)) as Any) == [])
    }

    @Test func visibleChangeNeedsNoEquality() {
        #expect(names(Wrapper(1), Wrapper(1, name: "b")) == ["value.name"])
        #expect(names(Wrapper(1), Wrapper(2, name: "b")) == ["value.name"])
    }

    @Test func objectWithoutAnEnclosingEquatableValueIsReplaced() {
        #expect(names(Plain(value: Hidden(1)), Plain(value: Hidden(1))) == ["value.value"])
        let same = Hidden(1)
        #expect(names(Plain(value: same), Plain(value: same)) == [])
    }

    @Test(arguments: [0, 1], [0, 1]) func nearestEquatableValueDecides(inner: Int, second: Int) {
        let expected = (inner == 0 ? [] : ["value.inner"]) + (second == 0 ? [] : ["value.second"])
        #expect(names(Outer(0, 0, 0), Outer(inner, 0, second)) == expected)
        #expect(names(Outer(0, 0, 0), Outer(inner, 1, second)) == (expected.isEmpty ? ["value"] : expected))
        #expect(names(Plain(value: Outer(0, 0, 0)), Plain(value: Outer(0, 1, 0))) == ["value.value"])
    }

    @Test func equatableValueDoesNotDecideForLaterValues() {
        let old = (Wrapper(1), Hidden(1))
        let new = (Wrapper(1), Hidden(1))
        #expect(names(old, new) == ["value.1"])
        #expect(names([Plain(value: old)], [Plain(value: new)]) == ["value.[0].value.1"])
    }
}
