// SPDX-License-Identifier: MIT

import Prism
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Requests in a restored state, and in ending stores.
@Suite struct RequestUndoTests {
    @Prism enum EditorAction: Sendable {
        case answers(AnswersAction)
        case undo
        case redo
    }

    private static let editor = Feature<AnswersAction, Answers, TestClock>.request { input, clock in
        try await clock.sleep(for: .seconds(1))
        return [input]
    }
    .lift(case: EditorAction.prisms.answers, state: \Answers.self)
    .undoable(limit: 9, undo: { $0.isUndo ? () : nil }, redo: { $0.isRedo ? () : nil })

    @Test(arguments: 0..<(hasFewRounds ? 50 : 2_000)) func restoredStateDeterminesTheRun(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let world = TestWorld()
        let test = TestStore(
            initialState: Undoable(Answers()),
            feature: Self.editor,
            dependencies: world.clock,
            checks: .onlyWhatIsSaid,
            in: world
        )
        for step in 0..<40 {
            switch Int.random(in: 0...6, using: &random) {
            // Often with the same input, so that equal states have different runs.
            case 0...1: test.send(.answers(.start(step / 9)))
            case 2: test.send(.answers(.cancel))
            case 3...4: test.send(.undo)
            case 5: test.send(.redo)
            default: test.advance(by: .milliseconds(Int.random(in: 0...1_500, using: &random)))
            }
            #expect(test.runs.count { !$0.isCancelled } == (test.state.present.isRunning ? 1 : 0), "seed \(seed)")
            #expect(test.state.present.hasItsAnswer, "seed \(seed)")
        }
        test.advance(by: .seconds(2))
        #expect(!test.state.present.isRunning)
        #expect(test.runs.isEmpty)
    }

    @Test func storeThatEndsDuringDispatchesLeavesNoRun() async {
        let feature = Feature<AnswersAction, Answers, Recorder<Int>>.request { input, asked in
            asked.record(input)
            try await Task.sleep(for: .seconds(1_000))
            return [input]
        }
        for _ in 0..<(hasFewRounds ? 20 : 200) {
            weak var recorder: Recorder<Int>?
            await withTaskGroup(of: Void.self) { group in
                let asked = Recorder<Int>()
                recorder = asked
                let store = Store(initialState: Answers(), feature: feature, dependencies: asked)
                for thread in 0..<4 {
                    group.addTask { [weak store] in
                        for number in 0..<50 {
                            store?.dispatch(number % 3 == 0 ? .cancel : .start(thread))
                        }
                    }
                }
            }
            while recorder != nil { await Task.yield() }
        }
    }
}
