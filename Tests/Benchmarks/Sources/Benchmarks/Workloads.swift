// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Foundation
import GatedMiddleware
import LoggerMiddleware
import RexCore

/// All workloads; each run of one processes about `count` actions.
func workloads(count: Int) -> [Workload] {
    [
        oneReducer(count), eightOfEach(count), bridge(count), chain(count), twoThreads(count),
        lifted(count / 10, meant: false), lifted(count / 10, meant: true),
        closedGateByAction(count), closedGateByState(count), filtered(count), prismGetter(count), prismSetter(count),
    ]
        + [100, 1_000_000].map { byIndex(count, size: $0) }
        + [10, 1_000, 100_000].map { byID(count, size: $0) }
}

private func floor(_ count: Int) -> () -> Void {
    let floor = HandWritten(0) { action, state in
        switch action {
        case .increment: state += 1
        case .add(let summand): state += summand
        }
    }
    return { for _ in 0..<count { floor.dispatch(.increment) } }
}

private func oneReducer(_ count: Int) -> Workload {
    let store = Store(initialState: 0, reducer: counter)
    return Workload(name: "one reducer", actions: count, floor: floor(count)) {
        for _ in 0..<count { store.dispatch(.increment) }
    }
}

private func eightOfEach(_ count: Int) -> Workload {
    let middleware = ComposedMiddleware.combine(
        (0..<8).map { _ in Ignoring<CounterAction, Int>().eraseToAnyMiddleware() }
    )
    let store = Store(
        initialState: 0,
        reducer: .combine((0..<8).map { _ in counter }),
        middleware: middleware
    )
    return Workload(name: "8 reducers, 8 middlewares that ignore", actions: count) {
        for _ in 0..<count { store.dispatch(.increment) }
    }
}

private func bridge(_ count: Int) -> Workload {
    let bridges = BridgeMiddleware<CounterAction, CounterAction, Int>()
        .bridge(\CounterAction.increment --> CounterAction.add(1))
    let store = Store(initialState: 0, reducer: counter, middleware: bridges)
    return Workload(name: "a bridge answers each action", actions: count) {
        for _ in 0..<count { store.dispatch(.increment) }
    }
}

private func chain(_ count: Int) -> Workload {
    let countdown = AnyMiddleware<CounterAction, CounterAction, Int> { action, source, _ in
        guard case .add(let rest) = action, rest > 0 else { return .pure() }
        return IO { output in output.dispatch(.add(rest - 1), from: source) }
    }
    let store = Store(initialState: 0, reducer: .identity, middleware: countdown)
    return Workload(name: "one link of a chain", actions: count) { store.dispatch(.add(count)) }
}

private func twoThreads(_ count: Int) -> Workload {
    let store = Store(initialState: 0, reducer: counter)
    return Workload(name: "two threads into one store", actions: count) {
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            for _ in 0..<(count / 2) { store.dispatch(.increment) }
        }
    }
}

private func lifted(_ count: Int, meant: Bool) -> Workload {
    let part = Ignoring<Int, Int>()
    let middleware = ComposedMiddleware.combine(
        (0..<64).map { number in
            part.lift(
                inputAction: { (action: CounterAction) in action.add.flatMap { $0 == number ? $0 : nil } },
                outputAction: CounterAction.add,
                state: { (state: Int) in state }
            )
            .eraseToAnyMiddleware()
        }
    )
    let store = Store(initialState: 0, reducer: counter, middleware: middleware)
    return Workload(name: "64 lifted middlewares, \(meant ? "one" : "none") meant", actions: count) {
        for _ in 0..<count { store.dispatch(meant ? .add(42) : .increment) }
    }
}

private func closedGateByAction(_ count: Int) -> Workload {
    let gated = Ignoring<CounterAction, Int>().gated(controlAction: { $0.add.map { $0 > 0 } }, default: .bypass)
    let store = Store(initialState: 0, reducer: counter, middleware: gated)
    return Workload(name: "closed gate by action", actions: count) {
        for _ in 0..<count { store.dispatch(.increment) }
    }
}

private func closedGateByState(_ count: Int) -> Workload {
    let gated = Ignoring<CounterAction, Int>().gated(state: { $0 < 0 })
    let store = Store(initialState: 0, reducer: counter, middleware: gated)
    return Workload(name: "closed gate by state", actions: count) {
        for _ in 0..<count { store.dispatch(.increment) }
    }
}

private func filtered(_ count: Int) -> Workload {
    let logger = LoggerMiddleware<CounterAction, CounterAction, Int>(actionFilter: { $0.add != nil })
    let store = Store(initialState: 0, reducer: counter, middleware: logger)
    return Workload(name: "filtered by the logger", actions: count) {
        for _ in 0..<count { store.dispatch(.increment) }
    }
}
