// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A class whose data shows whether stores share it.
private final class Counting: MiddlewareProtocol {
    private var count = 0

    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<[Int]>) -> IO<Int> {
        guard action == 0 else { return .pure() }
        count += 1
        return IO { [count] output in output.dispatch(count, from: dispatcher) }
    }
}

@Suite struct FeatureTests {
    private typealias Numbers = Feature<Int, [Int], Int>

    private let log = Numbers { action, log in log.append(action) }

    private func states(
        of feature: Numbers,
        dependencies: Int = 7,
        _ actions: Int...
    ) -> [Int] {
        let store = Store(initialState: [], feature: feature, dependencies: dependencies)
        for action in actions { store.dispatch(action) }
        return store.state
    }

    @Test func featureIsCreatedFromAFunctionOrAReducer() {
        #expect(states(of: log, 1, 2) == [1, 2])
        #expect(states(of: Numbers(Reducer.reduce { action, log in log.append(-action) }), 1, 2) == [-1, -2])
    }

    @Test func eachFormOfAMiddlewareHandlesActions() {
        let reader = MiddlewareReader { (number: Int) in
            AnyMiddleware<Int, Int, [Int]> { action, source, _ in
                action == 0 ? IO { $0.dispatch(number, from: source) } : .pure()
            }
        }
        #expect(states(of: log <> Numbers(middleware: Counting()), 0, 0) == [0, 1, 0, 2])
        #expect(states(of: log <> Numbers(middleware: reader), 0) == [0, 7])
        #expect(states(of: log <> Numbers(middleware: { reader.inject($0 + 1) }), 0) == [0, 8])
        #expect(states(of: log.adding(Counting()).adding(reader), 0) == [0, 1, 7])
    }

    @Test func storesOfOneFeatureShareNoMiddleware() {
        let feature = log.adding(Counting())
        #expect(states(of: feature, 0, 0) == [0, 1, 0, 2])
        #expect(states(of: feature, 0) == [0, 1])
    }

    @Test func dependenciesAreLiftedOnceForEachStore() {
        let calls = Recorder<String>()
        let feature = log.adding(
            MiddlewareReader { (number: Int) in
                AnyMiddleware<Int, Int, [Int]> { action, source, _ in
                    action == 0 ? IO { $0.dispatch(number, from: source) } : .pure()
                }
            }
        ).lift { (world: String) in
            calls.record(world)
            return world.count
        }
        let store = Store(initialState: [], feature: feature, dependencies: "abc")
        store.dispatch(0)
        store.dispatch(0)
        #expect(store.state == [0, 3, 0, 3])
        #expect(calls.events == ["abc"])
    }

    @Test func compositionReducesAndHandlesInItsOrder() {
        func named(_ name: Int) -> Numbers {
            Numbers { action, log in if action == 0 { log.append(name) } else { log.append(action) } }
                .adding(
                    AnyMiddleware<Int, Int, [Int]> { action, source, _ in
                        action == 0 ? IO { $0.dispatch(10 * name, from: source) } : .pure()
                    }
                )
        }
        let wanted = [1, 2, 10, 10, 20, 20]
        #expect(states(of: named(1) <> named(2), 0) == wanted)
        #expect(states(of: .combine(named(1), named(2)), 0) == wanted)
        #expect(states(of: .combine([named(1), named(2)]), 0) == wanted)
        #expect(
            states(
                of: .combine {
                    named(1)
                    named(2)
                },
                0
            ) == wanted
        )
    }

    @Test func mapMiddlewareRunsForEachStore() {
        let made = Recorder<Int>()
        let feature = log.adding(Counting()).mapMiddleware { middleware in
            made.record(1)
            return middleware.lift(inputAction: { $0 == 5 ? 0 : nil })
        }
        #expect(states(of: feature, 0, 5) == [0, 5, 1])
        #expect(states(of: feature, 5) == [5, 1])
        #expect(made.events.count == 2)
    }

    @Test func undoableFeatureRestoresStatesThatItsMiddlewareReads() {
        let feature = part().undoable(
            limit: 9,
            undo: { $0 == .add(0) ? () : nil },
            redo: { $0 == .add(-1) ? () : nil }
        )
        let store = Store(initialState: Undoable(Part()), feature: feature, dependencies: 1)
        store.dispatch(.add(3))
        #expect(store.state.present == Part(count: 3, answers: [3]))
        store.dispatch(.add(0))
        // Undoing restored the state before the answer. The answer to the undo action is a new change.
        #expect(store.state.present == Part(count: 3, answers: [3]))
    }
}
