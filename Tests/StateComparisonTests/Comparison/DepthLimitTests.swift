// SPDX-License-Identifier: MIT

import RexTestSupport
import StateComparison
import Testing

/// Values below the depth limit.
@Suite struct DepthLimitTests {
    private struct Holder {
        var value: Any
    }

    /// A value with a custom mirror and without `==`.
    private struct Reflected: CustomReflectable {
        var value: Any
        var customMirror: Mirror { Mirror(self, children: ["value": value]) }
    }

    /// An opaque object.
    private final class Secret {
        var number = 1
    }

    private static func inside(_ depth: Int, _ value: Any) -> Any {
        (0..<depth).reduce(value) { value, _ in Holder(value: value) }
    }

    /// A text with its own storage.
    private static func text(_ name: String) -> String {
        String((name + " with a storage of its own").reversed().reversed())
    }

    private enum Shape: CaseIterable {
        case list, dictionary, keysOfNaN, optional, tuple, reflected, plain

        func around(_ value: Any) -> Any {
            switch self {
            case .list: [1, value, 2]
            case .dictionary: ["a": value, "b": 1] as [String: Any]
            case .keysOfNaN: [Double.nan: value]
            case .optional: Any?.some(value) as Any
            case .tuple: (value, 1)
            case .reflected: Reflected(value: value)
            case .plain: value
            }
        }
    }

    @Test(arguments: Shape.allCases, [0, 61, 62, 63, 64, 65, 66, 200])
    private func deepDifferenceIsReportedOnlyIfItExists(shape: Shape, depth: Int) {
        func value(_ name: String) -> Any {
            Self.inside(3, shape.around(Self.inside(depth, shape.around(Self.text(name)))))
        }
        #expect(changes(value("a"), value("a")).isEmpty)
        #expect(StateComparison.areSame(value("a"), value("a")))
        let different = changes(value("a"), value("b"))
        #expect(different.count == 1)
        if depth > 64 { #expect(different.first?.hasSuffix("(differs too far inside)") == true) }
        #expect(!StateComparison.areSame(value("a"), value("b")))
    }

    /// Has an `==`, which decides for the opaque object inside.
    private struct Lax: Equatable {
        var inner: Any
        static func == (old: Lax, new: Lax) -> Bool { true }
    }

    private struct Strict: Equatable {
        var inner: Any
        static func == (old: Strict, new: Strict) -> Bool { false }
    }

    @Test(arguments: [1, 60, 61, 62, 63, 64, 65, 200]) func nearestEquatableValueDecidesBelowTheDepthLimitToo(
        depth: Int
    ) {
        func secret(_ inner: Int) -> Any { Self.inside(inner, Secret()) }
        func count(_ make: () -> Any) -> Int { changes(make(), make()).count }
        #expect(count { secret(depth) } == 1)
        #expect(count { Lax(inner: secret(depth)) } == 0)
        #expect(count { Strict(inner: secret(depth)) } == 1)
        #expect(count { Self.inside(depth, Lax(inner: secret(depth))) } == 0)
        #expect(count { Self.inside(depth, Strict(inner: secret(depth))) } == 1)
        #expect(count { Strict(inner: Self.inside(depth, Lax(inner: secret(depth)))) } == 0)
        #expect(count { Lax(inner: Self.inside(depth, Strict(inner: secret(depth)))) } == 1)
        #expect(count { Strict(inner: Self.inside(depth, Self.text("a"))) } == 0)
    }

    /// A chain whose `==` recurses through all links.
    private indirect enum Chain: Equatable {
        case end
        case link([Chain], String)

        static func of(_ count: Int) -> Chain {
            (0..<count).reduce(.end) { chain, number in .link([chain], DepthLimitTests.text("\(number)")) }
        }
    }

    @Test func equalLongChainsNeedNoMoreStack() {
        let found = Recorder<[String]>()
        // The release recurses through all links too, with smaller stack frames.
        onSmallStack { found.record(changes(Chain.of(300), Chain.of(300))) }
        #expect(found.events == [[]])
    }

    @Test func differentBitsOfNaNAreNoChange() {
        #expect(changes([1, Double.nan], [1, -Double.nan]).isEmpty)
        #expect(changes([1, Float.nan], [1, 2]) == ["[1]: nan → 2.0"])
        #expect(changes([1.0, 2], [1, Double.nan]) == ["[1]: 2.0 → nan"])
    }
}
