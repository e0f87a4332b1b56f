// SPDX-License-Identifier: MIT

import PublisherKit
import Testing

/// An operator with a one-line model of its output for given values and a completion.
struct OperatorModel: Sendable, CustomTestStringConvertible {
    typealias Flow = AnyPublisher<Int, Oops>
    typealias Outcome = (values: [Int], end: Event)

    let testDescription: String
    /// Whether a failure overtakes values that have not been requested.
    private(set) var failsAtOnce = false
    let apply: @Sendable (Flow) -> Flow
    let expected: @Sendable (_ values: [Int], _ end: Event) -> Outcome

    private init(
        _ name: String,
        _ apply: @escaping @Sendable (Flow) -> some Publisher<Int, Oops> & SendableMetatype,
        _ expected: @escaping @Sendable (_ values: [Int], _ end: Event) -> Outcome
    ) {
        testDescription = name
        self.apply = { apply($0).eraseToAnyPublisher() }
        self.expected = expected
    }

    /// A copy whose failure overtakes values that have not been requested.
    private var failingAtOnce: OperatorModel {
        var model = self
        model.failsAtOnce = true
        return model
    }

    /// Returns a model of an operator that transforms values and forwards the completion.
    private static func each(
        _ name: String,
        _ apply: @escaping @Sendable (Flow) -> some Publisher<Int, Oops> & SendableMetatype,
        _ expected: @escaping @Sendable ([Int]) -> [Int]
    ) -> OperatorModel {
        OperatorModel(name, apply) { values, end in (expected(values), end) }
    }

    /// Returns a model of an operator that reduces all values to a result, unless the upstream
    /// publisher fails.
    private static func whole(
        _ name: String,
        _ apply: @escaping @Sendable (Flow) -> some Publisher<Int, Oops> & SendableMetatype,
        _ expected: @escaping @Sendable ([Int]) -> [Int]
    ) -> OperatorModel {
        OperatorModel(name, apply) { values, end in (end == .finished ? expected(values) : [], end) }
    }

    /// Returns a model of an operator that completes as soon as a value satisfies a predicate.
    private static func search(
        _ name: String,
        _ apply: @escaping @Sendable (Flow) -> some Publisher<Int, Oops> & SendableMetatype,
        until test: @escaping @Sendable (Int) -> Bool,
        found: @escaping @Sendable (Int) -> Int,
        otherwise: Int?
    ) -> OperatorModel {
        OperatorModel(name, apply) { values, end in
            if let value = values.first(where: test) { return ([found(value)], .finished) }
            return (end == .finished ? [otherwise].compactMap(\.self) : [], end)
        }
    }

    /// Returns a model of an operator whose closure throws at the value 7.
    private static func trying(
        _ name: String,
        _ apply: @escaping @Sendable (Flow) -> some Publisher<Int, any Error> & SendableMetatype,
        like other: OperatorModel
    ) -> OperatorModel {
        OperatorModel(name) {
            apply($0).mapError { $0 as? Oops ?? .second }
        } _: { values, end in
            guard let index = values.firstIndex(of: 7) else { return other.expected(values, end) }
            return other.expected(Array(values[..<index]), .failed(.second))
        }
    }

    private static let filter = each("filter", { $0.filter { $0 > 3 } }, { $0.filter { $0 > 3 } })
    private static let map = each("map", { $0.map { -$0 } }, { $0.map { -$0 } })
    private static let compactMap = each(
        "compactMap",
        { $0.compactMap { $0 > 3 ? -$0 : nil } },
        { $0.filter { $0 > 3 }.map { -$0 } }
    )
    private static let scan = each(
        "scan",
        { $0.scan(1, +) },
        { values in values.indices.map { values[...$0].reduce(1, +) } }
    )
    private static let removeDuplicates = each(
        "removeDuplicates",
        { $0.map { $0 / 4 }.removeDuplicates() },
        { $0.map { $0 / 4 }.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
    )
    private static let prefixWhile = OperatorModel("prefix(while:)") {
        $0.prefix { $0 < 8 }
    } _: { values, end in
        (Array(values.prefix { $0 < 8 }), values.contains { $0 >= 8 } ? .finished : end)
    }
    private static let dropWhile = each("drop(while:)", { $0.drop { $0 < 5 } }, { Array($0.drop { $0 < 5 }) })
    private static let reduce = whole("reduce", { $0.reduce(3, -) }, { [$0.reduce(3, -)] })
    private static let lastWhere = whole(
        "last(where:)",
        { $0.last { $0 < 6 } },
        { [$0.last { $0 < 6 }].compactMap(\.self) }
    )
    private static let firstWhere = search(
        "first(where:)",
        { $0.first { $0 > 7 } },
        until: { $0 > 7 },
        found: { $0 },
        otherwise: nil
    )
    private static let contains = search(
        "contains(where:)",
        { $0.contains { $0 > 7 }.map { $0 ? 1 : 0 } },
        until: { $0 > 7 },
        found: { _ in 1 },
        otherwise: 0
    )
    private static let allSatisfy = search(
        "allSatisfy",
        { $0.allSatisfy { $0 < 8 }.map { $0 ? 1 : 0 } },
        until: { $0 >= 8 },
        found: { _ in 0 },
        otherwise: 1
    )
    private static let smallest = whole("min", { $0.min() }, { [$0.min()].compactMap(\.self) })
    private static let largest = whole("max", { $0.max() }, { [$0.max()].compactMap(\.self) })
    private static let collectTwo = OperatorModel("collect by count") {
        $0.collect(2).map { $0.reduce(0) { 10 * $0 + $1 } }
    } _: { values, end in
        let pairs = stride(from: 0, to: values.count, by: 2).map { Array(values[$0..<min($0 + 2, values.count)]) }
        let whole = end == .finished ? pairs : pairs.filter { $0.count == 2 }
        return (whole.map { $0.reduce(0) { 10 * $0 + $1 } }, end)
    }

    @Sendable private static func check(_ value: Int) throws {
        if value == 7 { throw Oops.second }
    }

    static let all: [OperatorModel] =
        [
            map, filter, compactMap, scan, removeDuplicates, prefixWhile, dropWhile, reduce, lastWhere, firstWhere,
            contains, allSatisfy, smallest, largest, collectTwo,
        ] + ofNumbers + ofPublishers + throwing

    private static let ofNumbers: [OperatorModel] = [
        each("dropFirst", { $0.dropFirst(3) }, { Array($0.dropFirst(3)) }),
        OperatorModel("prefix") {
            $0.prefix(4)
        } _: { values, end in
            (Array(values.prefix(4)), values.count >= 4 ? .finished : end)
        },
        OperatorModel("output(in:)") {
            $0.output(in: 2..<5)
        } _: { values, end in
            (Array(values.prefix(5).dropFirst(2)), values.count >= 5 ? .finished : end)
        },
        search("first", { $0.first() }, until: { _ in true }, found: { $0 }, otherwise: nil),
        search("contains", { $0.contains(4).map { $0 ? 1 : 0 } }, until: { $0 == 4 }, found: { _ in 1 }, otherwise: 0),
        whole("last", { $0.last() }, { $0.suffix(1) }),
        whole("count", { $0.count() }, { [$0.count] }),
        whole("ignoreOutput", { $0.ignoreOutput().collect().map(\.count).filter { _ in false } }, { _ in [] }),
        whole("collect", { $0.collect().map { $0.reduce(0) { 3 * $0 + $1 } } }, { [$0.reduce(0) { 3 * $0 + $1 }] }),
        whole(
            "max(by:)",
            { $0.max { $0 / 4 < $1 / 4 } },
            { values in values.filter { $0 / 4 == (values.max() ?? 0) / 4 }.prefix(1).map(\.self) }
        ),
        whole(
            "min(by:)",
            { $0.min { $0 / 4 < $1 / 4 } },
            { values in values.filter { $0 / 4 == (values.min() ?? 0) / 4 }.prefix(1).map(\.self) }
        ),
        each("replaceNil", { $0.map { $0 > 4 ? $0 : nil }.replaceNil(with: 9) }, { $0.map { $0 > 4 ? $0 : 9 } }),
        OperatorModel("replaceEmpty") {
            $0.replaceEmpty(with: 9)
        } _: { values, end in
            (values.isEmpty && end == .finished ? [9] : values, end)
        },
        each("buffer", { $0.buffer(size: 20, prefetch: .byRequest, whenFull: .dropNewest) }, { $0 }),
        each(
            "buffer, kept full",
            { $0.buffer(size: 2, prefetch: .keepFull, whenFull: .customError { .first }) },
            { $0 }
        ),
        each("print", { $0.print(to: Nowhere()) }, { $0 }),
        each("handleEvents", { $0.handleEvents() }, { $0 }),
    ]

    private static let ofPublishers: [OperatorModel] = [
        OperatorModel("append") {
            $0.append(8, 9)
        } _: { values, end in
            (end == .finished ? values + [8, 9] : values, end)
        },
        each("prepend", { $0.prepend(8, 9) }, { [8, 9] + $0 }),
        OperatorModel("catch") {
            $0.catch { _ in [1, 2].publisher.setFailureType(to: Oops.self) }
        } _: { values, end in
            (end == .finished ? values : values + [1, 2], .finished)
        },
        OperatorModel("replaceError") {
            $0.replaceError(with: 5).setFailureType(to: Oops.self)
        } _: { values, end in
            (end == .finished ? values : values + [5], .finished)
        },
        OperatorModel("tryCatch") {
            $0.tryCatch { error -> Just<Int> in throw error }.mapError { _ in .first }
        } _: { values, end in
            (values, end == .finished ? .finished : .failed(.first))
        },
        OperatorModel("retry") {
            $0.retry(1)
        } _: { values, end in
            (end == .finished ? values : values + values, end)
        },
        each("merge", { $0.merge(with: Empty(), Empty(), Empty(), Empty()) }, { $0 }).failingAtOnce,
        OperatorModel("zip") {
            (0..<4).publisher.setFailureType(to: Oops.self).zip(
                Just(1).append(1, 1, 1, 1).setFailureType(to: Oops.self),
                $0
            ) { $0 + 10 * $1 * $2 }
        } _: { values, end in
            (values.prefix(4).enumerated().map { 10 * $1 + $0 }, values.count >= 4 ? .finished : end)
        },
        each(
            "combineLatest",
            { Just(100).setFailureType(to: Oops.self).combineLatest($0, +) },
            { $0.map { $0 + 100 } }
        ),
        each(
            "flatMap one by one",
            { $0.flatMap(maxPublishers: .max(1)) { [$0, -$0].publisher } },
            { $0.flatMap { [$0, -$0] } }
        ).failingAtOnce,
        each("flatMap", { $0.flatMap { Just($0) } }, { $0 }).failingAtOnce,
        each("receive(on:)", { $0.receive(on: ImmediateScheduler.shared) }, { $0 }),
        each("subscribe(on:)", { $0.subscribe(on: ImmediateScheduler.shared) }, { $0 }),
        each("delay", { $0.delay(for: 1, scheduler: ImmediateScheduler.shared) }, { $0 }),
        each("prefix(untilOutputFrom:)", { $0.prefix(untilOutputFrom: Empty<Int, Never>()) }, { $0 }),
        each("drop(untilOutputFrom:)", { $0.drop(untilOutputFrom: Just(1).setFailureType(to: Oops.self)) }, { $0 }),
    ]

    private static let throwing: [OperatorModel] = [
        trying(
            "tryMap",
            {
                $0.tryMap {
                    try check($0); return -$0
                }
            },
            like: map
        ),
        trying(
            "tryFilter",
            {
                $0.tryFilter {
                    try check($0); return $0 > 3
                }
            },
            like: filter
        ),
        trying(
            "tryCompactMap",
            {
                $0.tryCompactMap {
                    try check($0); return $0 > 3 ? -$0 : nil
                }
            },
            like: compactMap
        ),
        trying(
            "tryScan",
            {
                $0.tryScan(1) {
                    try check($1); return $0 + $1
                }
            },
            like: scan
        ),
        trying(
            "tryRemoveDuplicates",
            {
                $0.prepend(-1).tryRemoveDuplicates {
                    try check($1); return $0 / 4 == $1 / 4
                }.dropFirst().map { $0 / 4 }
            },
            like: OperatorModel("", { $0 }) { values, end in
                (
                    (([-1] + values).reduce(into: [Int]()) {
                        if $0.isEmpty || $0.last.map({ $0 / 4 }) != $1 / 4 { $0.append($1) }
                    })
                    .dropFirst().map { $0 / 4 }, end
                )
            }
        ),
        trying(
            "tryPrefix(while:)",
            {
                $0.tryPrefix {
                    try check($0); return true
                }
            },
            like: each("", { $0 }, { $0 })
        ),
        trying(
            "tryDrop(while:)",
            {
                $0.prepend(0).tryDrop {
                    try check($0); return true
                }
            },
            like: each("", { $0 }, { _ in [] })
        ),
        trying(
            "tryReduce",
            {
                $0.tryReduce(3) {
                    try check($1); return $0 - $1
                }
            },
            like: reduce
        ),
        trying(
            "tryLast(where:)",
            {
                $0.tryLast {
                    try check($0); return $0 < 6
                }
            },
            like: lastWhere
        ),
        trying(
            "tryFirst(where:)",
            {
                $0.tryFirst {
                    try check($0); return false
                }
            },
            like: each("", { $0 }, { _ in [] })
        ),
        trying(
            "tryContains(where:)",
            {
                $0.tryContains {
                    try check($0); return false
                }.map { $0 ? 1 : 0 }
            },
            like: whole("", { $0 }, { _ in [0] })
        ),
        trying(
            "tryAllSatisfy",
            {
                $0.tryAllSatisfy {
                    try check($0); return true
                }.map { $0 ? 1 : 0 }
            },
            like: whole("", { $0 }, { _ in [1] })
        ),
        trying(
            "tryMin",
            {
                $0.prepend(99).tryMin {
                    try check($0); return $0 < $1
                }
            },
            like: whole("", { $0 }, { [($0 + [99]).min() ?? 0] })
        ),
        trying(
            "tryMax",
            {
                $0.prepend(-1).tryMax {
                    try check($1); return $0 < $1
                }
            },
            like: whole("", { $0 }, { [($0 + [-1]).max() ?? 0] })
        ),
    ]
}

/// A stream that discards its text.
struct Nowhere: TextOutputStream {
    mutating func write(_ string: String) {}
}
