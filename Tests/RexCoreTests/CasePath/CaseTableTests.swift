// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private let caseCount = 6

private struct Numbered: CaseIndexed, Sendable {
    static var caseCount: Int { 6 }
    let caseIndex: Int

    static func path(_ index: Int, called: Recorder<Int>? = nil) -> CasePath<Numbered, Int> {
        CasePath(
            extract: {
                called?.record(index)
                return $0.caseIndex == index ? index : nil
            },
            embed: { Numbered(caseIndex: $0) },
            caseIndex: index
        )
    }
}

/// The lift of a member of a random composition.
private enum Lift: Equatable {
    case byCase(Int)
    case byFunction(Int)
    case always

    func isMatched(by action: Numbered) -> Bool {
        switch self {
        case .byCase(let index), .byFunction(let index): action.caseIndex == index
        case .always: true
        }
    }

    static func random(_ random: inout SeededGenerator) -> Lift {
        let index = Int.random(in: 0..<caseCount, using: &random)
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: .byFunction(index)
        case 1: .always
        default: .byCase(index)
        }
    }
}

/// Joins members in order, in random groups.
private func joined<M: Monoid>(_ parts: [M], _ random: inout SeededGenerator) -> M {
    guard parts.count > 1 else { return parts.first ?? .identity }
    let cut = Int.random(in: 0...parts.count, using: &random)
    guard cut > 0, cut < parts.count else { return mconcat(parts) }
    return .append(joined(Array(parts[..<cut]), &random), joined(Array(parts[cut...]), &random))
}

@Suite struct CaseTableTests {
    private typealias Composed = ComposedMiddleware<Numbered, Numbered, [Int]>

    @Test(arguments: 0..<200 as Range<UInt64>) func reducersRunAsInAFlatList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lifts = (0..<Int.random(in: 0...30, using: &random)).map { _ in Lift.random(&random) }
        let parts = lifts.enumerated().map { number, lift -> Reducer<Numbered, [Int]> in
            let note = Reducer<Int, [Int]>.reduce { _, numbers in numbers.append(number) }
            return switch lift {
            case .byCase(let index): note.lift(case: Numbered.path(index), state: \.self)
            case .byFunction(let index):
                note.lift(action: { (action: Numbered) in action.caseIndex == index ? index : nil })
            case .always: Reducer<Numbered, [Int]>.reduce { _, numbers in numbers.append(number) }
            }
        }
        let reducer = joined(parts, &random)
        for index in 0..<caseCount {
            let action = Numbered(caseIndex: index)
            var numbers: [Int] = []
            reducer.reduce(action, &numbers)
            #expect(numbers == lifts.indices.filter { lifts[$0].isMatched(by: action) }, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func middlewaresActAsInAFlatList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lifts = (0..<Int.random(in: 0...30, using: &random)).map { _ in Lift.random(&random) }
        let calls = Recorder<String>()
        let parts = lifts.enumerated().map { number, lift in
            let part = AnyMiddleware<Int, Int, [Int]> { _, _, _ in
                calls.record("handle \(number)")
                return IO { _ in calls.record("io \(number)") }
            }
            let lifted: AnyMiddleware<Numbered, Numbered, [Int]>
            switch lift {
            case .byCase(let index): lifted = part.lift(case: Numbered.path(index), state: { $0 })
            case .byFunction(let index):
                lifted = part.lift(
                    inputAction: { $0.caseIndex == index ? index : nil },
                    outputAction: { Numbered(caseIndex: $0) }
                )
            case .always:
                lifted = part.lift(inputAction: { $0.caseIndex }, outputAction: { Numbered(caseIndex: $0) })
            }
            return Composed(lifted)
        }
        var appended = Composed()
        for part in parts { appended.append(middleware: part) }
        var expected: [String] = []
        for middleware in [joined(parts, &random), appended] {
            for index in 0..<caseCount {
                let action = Numbered(caseIndex: index)
                let matching = lifts.indices.filter { lifts[$0].isMatched(by: action) }
                expected += matching.map { "handle \($0)" } + matching.map { "io \($0)" }
                middleware.handle(action: action, from: .here(), state: { [] }).run { _ in }
            }
        }
        #expect(calls.events == expected, "seed \(seed)")
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func copyKeepsItsMembersWhileOthersAreAppended(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let calls = Recorder<Int>()
        var composed = Composed()
        var copies: [(composition: Composed, count: Int)] = []
        for number in 0..<20 {
            if Int.random(in: 0..<4, using: &random) == 0 { copies.append((composed, number)) }
            let part = AnyMiddleware<Int, Int, [Int]> { _, _, _ in
                calls.record(number)
                return .pure()
            }
            if Bool.random(using: &random) {
                composed.append(middleware: part.lift(case: Numbered.path(0), state: { $0 }))
            } else {
                composed.append(
                    middleware: part.lift(inputAction: { $0.caseIndex }, outputAction: { Numbered(caseIndex: $0) })
                )
            }
        }
        for copy in copies {
            let before = calls.events.count
            _ = copy.composition.handle(action: Numbered(caseIndex: 0), from: .here(), state: { [] })
            #expect(Array(calls.events.dropFirst(before)) == Array(0..<copy.count), "seed \(seed)")
        }
    }

    /// The first action makes the table of the composition.
    @Test func memberAppendedAfterAnActionIsCalled() {
        let calls = Recorder<Int>()
        func part(_ number: Int) -> Composed {
            let note = AnyMiddleware<Int, Int, [Int]> { _, _, _ in
                calls.record(number)
                return .pure()
            }
            return note.lift(case: Numbered.path(0), state: { $0 })
        }
        var composed = Composed.combine((0..<5).map(part))
        func handle(_ composition: Composed) -> [Int] {
            let before = calls.events.count
            _ = composition.handle(action: Numbered(caseIndex: 0), from: .here(), state: { [] })
            return Array(calls.events.dropFirst(before))
        }
        #expect(handle(composed) == Array(0..<5))
        let copy = composed
        composed.append(middleware: part(5))
        #expect(handle(composed) == Array(0..<6))
        #expect(handle(copy) == Array(0..<5))
    }

    @Test func onlyMembersForTheCaseAreCalled() {
        let called = Recorder<Int>()
        let nothing = Reducer<Int, Int>.reduce { _, _ in }
        let reducer = Reducer.combine(
            (0..<caseCount).map { nothing.lift(case: Numbered.path($0, called: called), state: \Int.self) }
        )
        var state = 0
        reducer.reduce(Numbered(caseIndex: 4), &state)
        #expect(called.events == [4])
    }

    @Test func pathThroughTwoCasesHasTheOuterIndex() {
        let called = Recorder<Int>()
        let inner = CasePath<Int, Int>(extract: { $0 }, embed: { $0 })
        let note = Reducer<Int, [Int]>.reduce { index, numbers in numbers.append(index) }
        let reducer = Reducer.combine(
            (0..<caseCount).map {
                note.lift(case: Numbered.path($0, called: called).appending(path: inner), state: \[Int].self)
            }
        )
        var numbers: [Int] = []
        reducer.reduce(Numbered(caseIndex: 2), &numbers)
        #expect(numbers == [2])
        #expect(called.events == [2])
    }

    @Test func readersKnowTheCaseToo() {
        let called = Recorder<Int>()
        let silent = MiddlewareReader<Void, AnyMiddleware<Int, Int, Int>> { _ in AnyMiddleware { _, _, _ in .pure() } }
        let middleware = ComposedMiddleware.combine(
            (0..<caseCount).map { index in
                silent.lift(
                    case: Numbered.path(index, called: called),
                    state: { (state: Int) in state },
                    dependencies: { (world: Void) in world }
                )
                .inject(())
            }
        )
        middleware.handle(action: Numbered(caseIndex: 3), from: .here(), state: { 0 }).run { _ in }
        #expect(called.events == [3])
    }

    @Test func caseIndexOutOfRangeTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Numbered.path(6)
        }
        expectMessage(of: result, contains: "A case path has the index 6, but the enum has 6 cases")
    }
}
