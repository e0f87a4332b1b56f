// SPDX-License-Identifier: MIT

import PublisherKit
import Testing

/// An operator with one upstream publisher, and its output for the values 1 to 6 followed by
/// completion.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    typealias Flow = AnyPublisher<Int, Oops>

    let name: String
    let output: [Int]
    /// The output if the upstream publisher fails, or nil if it is the same as `output`.
    var outputOfFailure: [Int]?
    /// Whether the operator completes before its upstream publisher does.
    var endsEarly = false
    let apply: @Sendable (Flow) -> Flow

    var testDescription: String { name }

    static let input = Array(1...6)

    static let all = ofValues + reducing + stepping + ofPublishers

    private static let ofValues: [OperatorCase] = [
        OperatorCase(name: "map", output: [10, 20, 30, 40, 50, 60]) { $0.map { $0 * 10 }.eraseToAnyPublisher() },
        OperatorCase(name: "map key path", output: [-1, -2, -3, -4, -5, -6]) {
            $0.map(\.opposite).eraseToAnyPublisher()
        },
        OperatorCase(name: "tryMap", output: input) {
            $0.tryMap { $0 }.mapError { $0 as? Oops ?? .second }.eraseToAnyPublisher()
        },
        OperatorCase(name: "compactMap", output: [2, 4, 6]) {
            $0.compactMap { $0.isMultiple(of: 2) ? $0 : nil }.eraseToAnyPublisher()
        },
        OperatorCase(name: "filter", output: [1, 3, 5]) {
            $0.filter { !$0.isMultiple(of: 2) }.eraseToAnyPublisher()
        },
        OperatorCase(name: "removeDuplicates", output: [0, 1, 2, 3]) {
            $0.map { $0 / 2 }.removeDuplicates().eraseToAnyPublisher()
        },
        OperatorCase(name: "scan", output: [101, 103, 106, 110, 115, 121]) {
            $0.scan(100, +).eraseToAnyPublisher()
        },
        OperatorCase(name: "first", output: [1], endsEarly: true) { $0.first().eraseToAnyPublisher() },
        OperatorCase(name: "first(where:)", output: [4], endsEarly: true) {
            $0.first { $0 > 3 }.eraseToAnyPublisher()
        },
        OperatorCase(name: "prefix", output: [1, 2, 3], endsEarly: true) { $0.prefix(3).eraseToAnyPublisher() },
        OperatorCase(name: "output(in:)", output: [2, 3], endsEarly: true) {
            $0.output(in: 1...2).eraseToAnyPublisher()
        },
        OperatorCase(name: "dropFirst", output: [3, 4, 5, 6]) { $0.dropFirst(2).eraseToAnyPublisher() },
        OperatorCase(name: "mapError", output: input) { $0.mapError { $0 }.eraseToAnyPublisher() },
        OperatorCase(name: "handleEvents", output: input) { $0.handleEvents().eraseToAnyPublisher() },
        OperatorCase(name: "collect", output: [21], outputOfFailure: []) {
            $0.collect().map { $0.reduce(0, +) }.eraseToAnyPublisher()
        },
        OperatorCase(name: "collect by count", output: [10, 11], outputOfFailure: [10]) {
            $0.collect(4).map { $0.reduce(0, +) }.eraseToAnyPublisher()
        },
    ]

    /// Converts the failure of a throwing operator back to that of the upstream publisher.
    private static func trying(_ flow: some Publisher<Int, any Error>) -> Flow {
        flow.mapError { $0 as? Oops ?? .second }.eraseToAnyPublisher()
    }

    private static func number(_ flow: some Publisher<Bool, Oops>) -> Flow {
        flow.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    }

    private static let reducing: [OperatorCase] = [
        OperatorCase(name: "reduce", output: [121], outputOfFailure: []) { $0.reduce(100, +).eraseToAnyPublisher() },
        OperatorCase(name: "tryReduce", output: [21], outputOfFailure: []) { trying($0.tryReduce(0) { $0 + $1 }) },
        OperatorCase(name: "count", output: [6], outputOfFailure: []) { $0.count().eraseToAnyPublisher() },
        OperatorCase(name: "ignoreOutput", output: []) {
            $0.ignoreOutput().collect().map(\.count).filter { _ in false }.eraseToAnyPublisher()
        },
        OperatorCase(name: "last", output: [6], outputOfFailure: []) { $0.last().eraseToAnyPublisher() },
        OperatorCase(name: "last(where:)", output: [3], outputOfFailure: []) {
            $0.last { $0 < 4 }.eraseToAnyPublisher()
        },
        OperatorCase(name: "tryLast(where:)", output: [3], outputOfFailure: []) { trying($0.tryLast { $0 < 4 }) },
        OperatorCase(name: "tryFirst(where:)", output: [4], endsEarly: true) { trying($0.tryFirst { $0 > 3 }) },
        OperatorCase(name: "min", output: [1], outputOfFailure: []) { $0.min().eraseToAnyPublisher() },
        OperatorCase(name: "tryMax", output: [6], outputOfFailure: []) { trying($0.tryMax { $0 < $1 }) },
        OperatorCase(name: "contains", output: [1], endsEarly: true) { number($0.contains(3)) },
        OperatorCase(name: "allSatisfy", output: [0], endsEarly: true) { number($0.allSatisfy { $0 < 5 }) },
        OperatorCase(name: "tryContains", output: [1], endsEarly: true) {
            trying($0.tryContains { $0 == 3 }.map { $0 ? 1 : 0 })
        },
        OperatorCase(name: "collect(.byTime)", output: [21], outputOfFailure: []) {
            $0.collect(.byTime(ImmediateScheduler.shared, 1)).map { $0.reduce(0, +) }.eraseToAnyPublisher()
        },
    ]

    private static let stepping: [OperatorCase] = [
        OperatorCase(name: "tryFilter", output: [2, 4, 6]) { trying($0.tryFilter { $0.isMultiple(of: 2) }) },
        OperatorCase(name: "prefix(while:)", output: [1, 2, 3], endsEarly: true) {
            $0.prefix { $0 < 4 }.eraseToAnyPublisher()
        },
        OperatorCase(name: "drop(while:)", output: [4, 5, 6]) { $0.drop { $0 < 4 }.eraseToAnyPublisher() },
        OperatorCase(name: "replaceEmpty", output: input) { $0.replaceEmpty(with: 0).eraseToAnyPublisher() },
        OperatorCase(name: "print", output: input) { $0.print(to: Nowhere()).eraseToAnyPublisher() },
        OperatorCase(name: "buffer", output: input) {
            $0.buffer(size: 6, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
        },
        OperatorCase(name: "buffer, kept full", output: input) {
            $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
        },
    ]

    private static let ofPublishers: [OperatorCase] = [
        OperatorCase(name: "append", output: input + [7, 8], outputOfFailure: input) {
            $0.append(7, 8).eraseToAnyPublisher()
        },
        OperatorCase(name: "merge", output: input) { $0.merge(with: Empty()).eraseToAnyPublisher() },
        OperatorCase(name: "zip", output: [11, 22, 33, 44, 55, 66]) {
            $0.zip((1...9).publisher.setFailureType(to: Oops.self)) { $0 + 10 * $1 }.eraseToAnyPublisher()
        },
        OperatorCase(name: "combineLatest", output: [101, 102, 103, 104, 105, 106]) {
            Just(100).setFailureType(to: Oops.self).combineLatest($0, +).eraseToAnyPublisher()
        },
        OperatorCase(name: "flatMap", output: [-1, -2, -3, -4, -5, -6]) {
            $0.flatMap { Just(-$0).setFailureType(to: Oops.self) }.eraseToAnyPublisher()
        },
        OperatorCase(name: "zip of four", output: [11, 22, 33, 44, 55, 66]) {
            let numbers = (1...9).publisher.setFailureType(to: Oops.self)
            return $0.zip(numbers, numbers, numbers) { $0 + 10 * $1 + 0 * $2 + 0 * $3 }.eraseToAnyPublisher()
        },
        OperatorCase(name: "tryCatch", output: input) {
            trying($0.tryCatch { error -> Just<Int> in throw error })
        },
        OperatorCase(name: "prefix(untilOutputFrom:)", output: input) {
            $0.prefix(untilOutputFrom: Empty<Int, Never>()).eraseToAnyPublisher()
        },
        OperatorCase(name: "drop(untilOutputFrom:)", output: input) {
            $0.drop(untilOutputFrom: Just(1).setFailureType(to: Oops.self)).eraseToAnyPublisher()
        },
        OperatorCase(name: "retry", output: input) { $0.retry(2).eraseToAnyPublisher() },
        OperatorCase(name: "catch", output: input) { $0.catch { Fail(error: $0) }.eraseToAnyPublisher() },
        OperatorCase(name: "receive(on:)", output: input) {
            $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
        },
        OperatorCase(name: "subscribe(on:)", output: input) {
            $0.subscribe(on: ImmediateScheduler.shared).eraseToAnyPublisher()
        },
        OperatorCase(name: "delay", output: input) {
            $0.delay(for: 1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher()
        },
    ]
}

extension Int {
    fileprivate var opposite: Int { -self }
}
