// SPDX-License-Identifier: MIT

import Foundation

/// Its `==` only compares the id.
private struct Sloppy: Hashable, Sendable {
    var id: Int
    var title: String

    static func == (lhs: Sloppy, rhs: Sloppy) -> Bool { lhs.id == rhs.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A key that isn't `Comparable`.
private struct Place: Hashable, Sendable {
    var x: Int
    var y: Int
}

extension Kind {
    static let ofCollections: [Kind] = lists + keyed

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private static var inline: [Kind] {
        [
            Kind("InlineArray", { [1, 1, 1, 1, 1, 1, 1, 1, 1] as [9 of Int] }, { [1, 1, 1, 1, 2, 1, 1, 1, 1] }),
            Kind(
                "InlineArray of texts",
                { ["a", String(repeating: "b", count: 50)] as InlineArray<2, String> },
                { ["a", "c"] }
            ),
            Kind("nested InlineArray", { [[1, 2], [3, 4]] as [2 of [2 of Int]] }, { [[1, 2], [3, 5]] }),
        ]
    }

    private static let lists: [Kind] =
        [
            Kind("Array", { [1, 2] }, { [1, 3] }),
            Kind("Array of Any", { [1, "a"] as [Any] }, { [1, "b"] as [Any] }),
            Kind("ContiguousArray", { [1, 2] as ContiguousArray }, { [1, 3] }),
            Kind("ArraySlice", { [1, 2, 3].dropFirst() }, { [1, 2, 4].dropFirst() }),
            Kind("ReversedCollection", { [1, 2].reversed() as ReversedCollection }, { [1, 3].reversed() }),
            Kind("Slice", { Slice(base: 0..<9, bounds: 2..<4) }, { Slice(base: 0..<9, bounds: 2..<5) }),
            Kind("zip", { zip([1], ["a"]) }, { zip([1], ["b"]) }),
            Kind("CollectionOfOne", { CollectionOfOne(1) }, { CollectionOfOne(2) }),
            Kind("repeatElement", { repeatElement(1, count: 2) }, { repeatElement(1, count: 3) }),
            Kind("long list of texts", { (0..<2_000).map { "the long title of row \($0)" } }, { ["x"] }),
        ] + { if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { inline } else { [] } }()

    private static let keyed: [Kind] = [
        Kind("Set", { Set([1, 2, 3]) }, { [1, 2, 4] }),
        Kind("Dictionary", { ["a": 1, "b": 2] }, { ["a": 1, "b": 3] }),
        Kind("KeyValuePairs", { ["a": 1, "b": 2] as KeyValuePairs }, { ["a": 1, "b": 3] as KeyValuePairs }),
        Kind("keys without <", { [Place(x: 1, y: 1): 1] }, { [Place(x: 1, y: 1): 2] }),
        Kind("set without <", { Set([Place(x: 1, y: 1)]) }, { [Place(x: 1, y: 2)] }),
        Kind("keys of many types", { ["a": 1, 1: 1] as [AnyHashable: Int] }, { ["a": 1, 1: 2] }),
        Kind(
            "keys of which == leaves something out",
            { [Sloppy(id: 1, title: "a"): 1] },
            { [Sloppy(id: 1, title: "b"): 1] }
        ),
        Kind(
            "set of which == leaves something out",
            { Set([Sloppy(id: 1, title: "a")]) },
            { [Sloppy(id: 1, title: "b")] }
        ),
        Kind("value under NaN", { [Double.nan: 1, 2: 2] }, { [Double.nan: 2, 2: 2] }),
        Kind("values under several NaN", { table(nan: [1, 2, 3]) }, { table(nan: [1, 2, 4]) }),
        Kind("set with NaN", { Set([Double.nan, 1]) }, { Set([Double.nan, 2]) }),
        Kind("set with one NaN more", { Set([Double.nan]) }, { Set([Double.nan, .nan]) }),
    ]

    private static func table(nan values: [Int]) -> [Double: Int] {
        var table: [Double: Int] = [:]
        for value in values { table[.nan] = value }
        return table
    }
}
