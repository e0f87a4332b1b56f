// SPDX-License-Identifier: MIT

import Testing

@testable import RexTesting

@Suite struct ShrinkerWhiteBoxTests {
    /// An exploration with the given choices.
    ///
    /// A negative number `-n` is the test value `n - 1`, any other number is a choice of a step.
    private func explored(
        _ choices: [Int],
        calls: Int = 0,
        location: String? = nil,
        kind: String? = "",
        cost: Int = 0
    ) -> Exploration {
        let exploration = Exploration(.choices(choices.map { $0 < 0 ? -$0 - 1 : $0 }), lateness: .zero)
        let step = ReadyQueue.Step(subject: .scheduler, moment: .zero, survives: false) {}
        let ready = Array(repeating: step, count: 4)[...]
        for choice in choices {
            if choice < 0 {
                _ = exploration.testValue(.max) { _ in 0 }
            } else {
                _ = exploration.chooseStep(ready, or: .nothing)
            }
        }
        for _ in 0..<calls { exploration.noteCall("", of: 1) }
        if let kind { exploration.fail(.init(text: "", location: location, kind: kind, cost: cost)) }
        exploration.end()
        return exploration
    }

    /// Sorted by calls, reorderings, test values, number of choices, and the choices themselves.
    @Test func smallerSchedulesAreOrderedFirst() {
        let huge = -Int.max
        let inOrder = [
            explored([]), explored([-2]), explored([0, -2]), explored([-3]), explored([-5, -1]), explored([huge]),
            explored([-2, huge]), explored([huge, huge]), explored([1]), explored([3]), explored([0, 1]),
            explored([1, -2]),
            explored([1, 1]), explored([], calls: 1), explored([1], calls: 1), explored([], calls: 2),
        ].map(Shrinker.Candidate.init)
        #expect(inOrder.map(\.choices).prefix(5) == [[], [1], [0, 1], [2], [4]])
        for (index, candidate) in inOrder.enumerated() {
            let smaller = inOrder.indices.filter { inOrder[$0].isSmaller(than: candidate) }
            #expect(smaller == Array(0..<index))
        }
    }

    @Test func differentFailureIsRejected() {
        for (other, isTaken) in [
            (explored([], location: "a:1", kind: "k"), true), (explored([], location: "a:2", kind: "k"), false),
            (explored([], location: "a:1", kind: "l"), false), (explored([], location: nil, kind: "k"), false),
            (explored([], kind: nil), false), (explored([1, 1, 1], location: "a:1", kind: "k"), false),
            (explored([1, 1], location: "a:1", kind: "k"), false),
        ] {
            var shrinker = Shrinker(explored([1, 1], location: "a:1", kind: "k"), drawing: 1)
            _ = shrinker.next()
            shrinker.record(other)
            #expect((shrinker.smallest.choices == []) == isTaken)
        }
    }

    /// A larger schedule is only accepted in the search for other failing schedules.
    @Test func largerScheduleIsRejected() {
        let tried = [explored([1, 1, 1]), explored([], kind: nil)].map { other in
            var shrinker = Shrinker(explored([1, 1]), drawing: 1)
            var tried: [String] = []
            while let origin = shrinker.next() {
                shrinker.record(tried.isEmpty ? other : explored([], kind: nil))
                tried.append("\(origin)")
            }
            return tried
        }
        #expect(tried[0] == tried[1])
    }

    private func tries(_ first: Exploration, _ others: Exploration) -> Int {
        var shrinker = Shrinker(first, drawing: 1)
        var tries = 0
        while shrinker.next() != nil {
            tries += 1
            shrinker.record(others)
        }
        return tries
    }

    @Test func shrinkingStopsAtItsBudget() {
        let long = explored((1...60).map { -$0 })
        #expect(tries(long, explored([], kind: nil)) == 2_000)
        let heavy = explored([], kind: nil)
        for _ in 0..<20_000 { heavy.note(.actionQueued) }
        #expect(tries(long, heavy) == 100)
        #expect(tries(long, explored((1...60).map { -$0 }, cost: 5)) == 5)
        // An empty schedule cannot be shrunk.
        #expect(tries(explored([]), explored([], kind: nil)) == 0)
    }

    /// If a schedule cannot be shrunk further, up to three other failing schedules are searched and shrunk.
    @Test func otherFailingSchedulesAreShrunkToo() {
        var shrinker = Shrinker(explored([1]), drawing: .max)
        var drawn: [UInt64] = []
        var between: [Int] = [0]
        while let origin = shrinker.next() {
            if case .seed(let seed, _) = origin {
                drawn.append(seed)
                between.append(0)
                shrinker.record(explored([1, 1, 1], calls: drawn.count == 2 ? 0 : 1))
            } else {
                between[between.count - 1] += 1
                shrinker.record(explored([], kind: nil))
            }
        }
        #expect(drawn == [0, 1, 2])
        #expect(between == [1, 3, 0, 0])
        #expect(shrinker.smallest.choices == [1])
    }

    @Test func smallerRandomScheduleIsKept() {
        var shrinker = Shrinker(explored([1, 1]), drawing: 1)
        var isMet = false
        while let origin = shrinker.next() {
            if case .seed = origin, !isMet {
                isMet = true
                shrinker.record(explored([0, 1]))
            } else {
                shrinker.record(explored([], kind: nil))
            }
        }
        #expect(shrinker.smallest.choices == [0, 1])
    }
}
