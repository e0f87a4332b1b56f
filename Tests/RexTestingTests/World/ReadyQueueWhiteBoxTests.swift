// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexTesting

@Suite struct ReadyQueueWhiteBoxTests {
    private let done = Recorder<Int>()
    private let runs = (1...3).map { ActiveRun(number: $0, store: 1, nil, source: nil) }

    private func step(_ number: Int, _ subject: ReadyQueue.Subject, survives: Bool = false) -> ReadyQueue.Step {
        ReadyQueue.Step(subject: subject, moment: .seconds(number), survives: survives) { [done] in
            done.record(number)
        }
    }

    /// Takes some steps and returns their numbers.
    private func numbers(_ steps: some Sequence<ReadyQueue.Step>) -> [Int] {
        let before = done.events.count
        for step in steps { step.body() }
        return Array(done.events.dropFirst(before))
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func queueMatchesAList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var steps = ReadyQueue()
        var list: [Int] = []
        for number in 1...80 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0...2:
                steps.append(step(number, .scheduler))
                list.append(number)
            case 3:
                steps.insertFirst(step(number, .test))
                list.insert(number, at: 0)
            default:
                guard !list.isEmpty else { break }
                let index = Bool.random(using: &random) ? 0 : Int.random(in: 0..<list.count, using: &random)
                #expect(numbers([steps.remove(at: index)]) == [list.remove(at: index)])
            }
            #expect(steps.isEmpty == list.isEmpty)
            #expect(numbers(steps.all) == list)
            #expect(numbers(steps.first200) == list)
            // Taken steps do not accumulate.
            #expect(steps.steps.count <= 2 * list.count)
        }
    }

    @Test func choiceIsLimitedToTheFirstTwoHundredSteps() {
        var steps = ReadyQueue()
        for number in 0..<300 { steps.append(step(number, .test)) }
        #expect(numbers(steps.first200) == Array(0..<200))
        for _ in 0..<50 { _ = steps.remove(at: 0) }
        #expect(numbers(steps.first200) == Array(50..<250))
        for _ in 0..<150 { _ = steps.remove(at: 0) }
        #expect(numbers(steps.first200) == Array(200..<300))
    }

    @Test func storeHasAtMostOneFirstStep() {
        var steps = ReadyQueue()
        for number in 0..<3 { steps.append(step(number, .test)) }
        _ = steps.remove(at: 0)
        for (number, store) in [(10, 1), (20, 2), (11, 1)] { steps.insertFirst(step(number, .store(store))) }
        #expect(numbers(steps.all) == [11, 20, 1, 2])
    }

    @Test func stepsOfSomeRunsAreRemovedUnlessTheySurvive() {
        var steps = ReadyQueue()
        steps.append(step(0, .scheduler))
        for (number, run) in [(1, 0), (2, 1), (3, 0), (4, 2)] { steps.append(step(number, .run(runs[run]))) }
        steps.append(step(5, .run(runs[0]), survives: true))
        _ = steps.remove(at: 0)
        let taken = steps.removeAll { $0 === runs[0] || $0 === runs[2] }
        #expect(numbers(taken) == [1, 3, 4])
        #expect(numbers(steps.all) == [2, 5])
        steps.insertFirst(step(6, .test))
        #expect(numbers(steps.all) == [6, 2, 5])
    }
}
