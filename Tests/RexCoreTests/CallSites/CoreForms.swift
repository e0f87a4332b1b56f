// SPDX-License-Identifier: MIT

// The forms of RexCore that no page and no comment shows. This file only has to compile.

import Dispatch
import RexCore

private enum GlobalAction: Sendable {
    case number(Int)

    var number: Int? {
        switch self {
        case .number(let number): number
        }
    }
}

private struct GlobalState: Sendable { var local = 0 }

private struct Middleware<State>: MiddlewareProtocol, Sendable {
    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Int> { .pure() }
}

private let reducer = Reducer<Int, Int>.reduce { action, state in state += action }
private typealias AppReducer = Reducer<GlobalAction, GlobalState>

private func reducers(isDebug: Bool) -> [AppReducer] {
    let parts: [AppReducer] = [
        reducer.lift(action: \GlobalAction.number).lift(state: \GlobalState.local),
        AppReducer { action, state in state },
        AppReducer.identity,
        AppReducer.combine(),
        mconcat([AppReducer.identity]),
    ]
    let built = AppReducer.combine {
        parts[0]
        if isDebug { parts[1] }
        if isDebug { parts[2] } else { parts[3] }
        for part in parts { part }
        if #available(macOS 14, *) { parts[1] }
    }
    return [
        .combine(parts[0], parts[1]), .combine(parts), .combine { parts[0] }, built,
        parts[0] <> parts[1],
    ]
}

private func middlewares() -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
    let local = Middleware<Int>()
    var composed = ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>.identity
    composed.append(middleware: IdentityMiddleware())
    return .combine(
        composed,
        local.lift(inputAction: \GlobalAction.number).lift(outputAction: GlobalAction.number)
            .lift(state: \GlobalState.local),
        local.lift(inputAction: \GlobalAction.number, outputAction: GlobalAction.number).lift(
            state: \GlobalState.local
        ),
        local.lift(inputAction: \GlobalAction.number, state: \GlobalState.local).lift(
            outputAction: GlobalAction.number
        ),
        local.lift(outputAction: GlobalAction.number, state: \GlobalState.local).lift(
            inputAction: \GlobalAction.number
        ),
        IdentityMiddleware<GlobalAction, GlobalAction, GlobalState>(),
        ComposedMiddleware.combine([composed]),
        ComposedMiddleware.combine { composed }
    )
}

private func readers() -> MiddlewareReader<Int, ComposedMiddleware<Int, Int, Int>> {
    let reader = MiddlewareReader<Int, Middleware<Int>> { _ in Middleware() }
    return .combine(
        reader,
        reader <> reader,
        MiddlewareReader<Int, Middleware<Int>>.identity,
        MiddlewareReader<Int, Middleware<Int>>.pure(Middleware()),
        MiddlewareReader.combine { reader },
        MiddlewareReader.combine([reader]),
        reader.flatMap { _ in reader }
    )
}

private func stores() -> [any StoreType<Int, Int>] {
    let store = Store(initialState: 0, reducer: reducer, middleware: Middleware<Int>(), executor: .mainQueue)
    store.dispatch(1, from: .here(info: "why"))
    store.dispatch(1, info: "why")
    store.dispatch(DispatchedAction(1))
    return [
        store,
        Store(initialState: 0, reducer: reducer, executor: .queue(DispatchQueue(label: "store"))),
        Store(initialState: 0, reducer: reducer, executor: StoreExecutor(isCurrent: { true }, enqueue: { $0() })),
        Store(reducer: reducer, state: 0, middlewares: [Middleware<Int>().eraseToAnyMiddleware()]),
        store.eraseToAnyStoreType(),
        store.projection(action: { (action: Int) in action }, state: \.self, distinct: false),
        store.mapState(\.self), store.mapState(distinct: false, \.self), store.contramapAction { $0 },
    ]
}

private func observations(of store: Store<Int, Int>) -> [StoreSubscription] {
    var kept: Set<StoreSubscription> = []
    store.observe { _ in }.store(in: &kept)
    _ = (store.states, store.mapState(\.description).states)
    return [store.observe { _ in }, store.observe(\.description) { _ in }] + kept
}
