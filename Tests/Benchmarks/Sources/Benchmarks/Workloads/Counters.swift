// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Feature
import RexCore

extension Workload {
    static let oneReducer = Workload(name: "W1", work: "one reducer, from another module") {
        let store = Store(initialState: 0, reducer: .counter)
        let floor = CounterFloor(0, reduce: count)
        return Contest {
            for _ in 0..<$0 { store.dispatch(.increment) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(.increment) }
        }
    }

    static let eightOfEach = Workload(name: "W2", work: "8 reducers, 8 middlewares that ignore") {
        let middleware = ComposedMiddleware.combine(
            (0..<8).map { _ in IgnoringMiddleware<CounterAction, Int>().eraseToAnyMiddleware() }
        )
        let store = Store(
            initialState: 0,
            reducer: .combine((0..<8).map { _ in Reducer.counter }),
            middleware: middleware
        )
        let answers: [(CounterAction) -> CounterAction?] = (0..<8).map { _ in { _ in nil } }
        let counts: [(CounterAction, inout Int) -> Void] = (0..<8).map { _ in count }
        let floor = QueueFloor<CounterAction, Int>(
            0,
            answer: { action in first(of: answers, to: action) },
            reduce: { action, state in for count in counts { count(action, &state) } }
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(.increment) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(.increment) }
        }
    }

    static let manyAnswers = Workload(
        name: "W2 answering",
        work: "1,000 middlewares with work after the reducer",
        against: "100",
        counted: 1_000
    ) {
        func store(_ count: Int) -> Store<CounterAction, Int> {
            let members = (0..<count).map { _ in
                AnyMiddleware<CounterAction, CounterAction, Int> { _, _, _ in IO { _ in } }
            }
            return Store(initialState: 0, reducer: .counter, middleware: ComposedMiddleware.combine(members))
        }
        let (many, few) = (store(1_000), store(100))
        return Contest {
            for _ in 0..<$0 { many.dispatch(.increment) }
        } reference: {
            for _ in 0..<$0 { few.dispatch(.increment) }
        }
    }

    static let bridge = Workload(name: "W3", work: "a bridge answers each action; both actions") {
        let store = Store(
            initialState: 0,
            reducer: .counter,
            middleware: BridgeMiddleware<CounterAction, CounterAction, Int>()
                .bridge(\CounterAction.increment --> CounterAction.add(1))
        )
        let floor = QueueFloor<CounterAction, Int>(
            0,
            answer: { $0.increment.map { .add(1) } },
            reduce: count
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(.increment) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(.increment) }
        }
    }
}

/// The counter's reducer as a function.
private func count(_ action: CounterAction, _ count: inout Int) {
    switch action {
    case .increment: count += 1
    case .add(let summand): count += summand
    }
}
