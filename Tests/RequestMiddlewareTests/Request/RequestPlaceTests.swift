// SPDX-License-Identifier: MIT

import Prism
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Requests in parts of a state that are added and removed, and in several stores.
@Suite struct RequestPlaceTests {
    struct Board: Sendable, Equatable {
        var card: Answers?
        var rows: [Row] = []
    }

    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var answers = Answers()
    }

    @Prism enum BoardAction: Sendable, Equatable {
        case card(AnswersAction)
        case row(ElementIDAction<Int, AnswersAction>)
        case open
        case close
        case remove(Int)
    }

    private static let board = Feature<BoardAction, Board, TestClock>.combine {
        Feature { action, board in
            switch action {
            case .open: board.card = Answers()
            case .close: board.card = nil
            case .remove(let id): board.rows.removeAll { $0.id == id }
            case .card, .row: break
            }
        }
        request.lift(.case(BoardAction.prisms.card, optional: \.card))
        request.lift(state: \Row.answers).lift(.case(BoardAction.prisms.row, each: \.rows))
    }

    /// A request that takes a second.
    private static let request = Feature<AnswersAction, Answers, TestClock>.request { input, clock in
        try await clock.sleep(for: .seconds(1))
        return [input]
    }

    private func store(_ board: Board) -> TestStore<BoardAction, Board> {
        let world = TestWorld()
        return TestStore(initialState: board, feature: Self.board, dependencies: world.clock, in: world)
    }

    @Test func requestInARemovedPartIsCancelled() {
        let test = store(Board(card: Answers()))
        test.send(.card(.start(1))) { $0.card?.start(1) }
        #expect(test.runs.count == 1)
        test.send(.close) { $0.card = nil }
        #expect(test.runs.isEmpty)
        test.send(.open) { $0.card = Answers() }
        test.advance(by: .seconds(9))
        #expect(test.state.card == Answers())
        test.send(.card(.start(2))) { $0.card?.start(2) }
        test.advance(by: .seconds(1))
        test.receive(.card(.answered([2]))) { $0.card?.answer([2]) }
        test.finish()
    }

    @Test func requestOfAnElementEndsWithThatElement() {
        let test = store(Board(rows: [1, 2].map { Row(id: $0) }))
        for id in 1...2 {
            test.send(.row(ElementIDAction(id: id, action: .start(id)))) { $0.rows[id - 1].answers.start(id) }
        }
        #expect(test.runs.count == 2)
        test.send(.remove(1)) { $0.rows.remove(at: 0) }
        #expect(test.runs.count == 1)
        test.advance(by: .seconds(1))
        test.receive(.row(ElementIDAction(id: 2, action: .answered([2])))) { $0.rows[0].answers.answer([2]) }
        test.finish()
    }

    @Test func replacedStateEndsAndStartsRuns() {
        var kept = Answers()
        kept.start(7)
        let asked = Recorder<Int>()
        let feature = Feature<Answers, Answers, TestClock> { action, state in state = action }
        let request = Feature<AnswersAction, Answers, TestClock>.request { input, clock in
            asked.record(input)
            try await clock.sleep(for: .seconds(1))
            return [input]
        }
        let none = CasePath<Answers, AnswersAction>(
            extract: { _ in nil },
            embed: { action in
                var answers = Answers()
                if case .answered(let output) = action { answers = Answers(output: output) }
                return answers
            }
        )
        let world = TestWorld()
        let test = TestStore(
            initialState: Answers(),
            feature: feature <> request.lift(case: none, state: \.self),
            dependencies: world.clock,
            checks: .onlyWhatIsSaid,
            in: world
        )
        test.send(kept)
        #expect(test.runs.count == 1)
        // The same run continues if its state is replaced by an equal one.
        test.send(kept)
        test.advance(by: .milliseconds(500))
        test.send(Answers())
        #expect(test.runs.isEmpty)
        test.send(kept)
        #expect(test.runs.count == 1)
        test.advance(by: .seconds(1))
        #expect(test.state.output == [7])
        #expect(asked.events == [7, 7])
    }

    @Test func reducerAfterTheFeatureRestartsItAtAnAnswer() {
        let chain = Feature<AnswersAction, Answers, TestClock> { action, answers in
            if let output = action.answered, output[0] < 3 { answers.start(output[0] + 1) }
        }
        let world = TestWorld()
        let test = TestStore(
            initialState: Answers(),
            feature: Self.request <> chain,
            dependencies: world.clock,
            checks: .onlyWhatIsSaid,
            in: world
        )
        test.send(.start(1))
        test.run()
        #expect(test.actions.compactMap(\.action.answered) == [[1], [2], [3]])
        #expect(test.state.phase == .done(3))
    }

    @Test func storesShareNothing() {
        let world = TestWorld()
        var running = Answers()
        running.start(1)
        let tests = (0..<2).map { index in
            answersStore(running, in: world) { input, clock in
                try await clock.sleep(for: .seconds(index + 1))
                return [input, index]
            }
        }
        #expect(tests.map(\.runs.count) == [1, 1])
        tests[0].send(.cancel) { $0.cancel() }
        #expect(tests.map(\.runs.count) == [0, 1])
        tests[0].send(.start(2)) { $0.start(2) }
        tests[0].advance(by: .seconds(2))
        tests[0].receive(.answered([2, 0])) { $0.answer([2, 0]) }
        tests[1].receive(.answered([1, 1])) { $0.answer([1, 1]) }
        for test in tests { test.finish() }
    }

    @Test func partsWithTheSameRunAreIndependent() {
        var running = Answers()
        running.start(1)
        let test = store(Board(card: running, rows: [Row(id: 1, answers: running)]))
        #expect(test.runs.count == 2)
        test.send(.card(.cancel)) { $0.card?.cancel() }
        test.advance(by: .seconds(1))
        test.receive(.row(ElementIDAction(id: 1, action: .answered([1])))) { $0.rows[0].answers.answer([1]) }
        test.finish()
    }
}
