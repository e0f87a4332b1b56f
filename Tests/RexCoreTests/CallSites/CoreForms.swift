// SPDX-License-Identifier: MIT

// Calls every public form of RexCore once. This file only has to compile.

import Dispatch
import RexCore

private enum GlobalAction: Sendable, Equatable {
    case number(Int)
    case element(ElementIDAction<Int, Int>)

    var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }
    var element: ElementIDAction<Int, Int>? {
        if case .element(let action) = self { action } else { nil }
    }

    static let numberPath = CasePath<GlobalAction, Int>(extract: \.number, embed: GlobalAction.number)
    static let elementPath = CasePath<GlobalAction, ElementIDAction<Int, Int>>(
        extract: \.element,
        embed: GlobalAction.element
    )
}

private struct Element: Sendable, Identifiable, Equatable {
    let id: Int
    var value = 0
}

private struct GlobalState: Sendable {
    var local = 0
    var optional: Int?
    var elements: [Element] = []
    var byKey: [Int: Element] = [:]
    var undoable = Undoable(0)
}

private struct Middleware<State>: MiddlewareProtocol, Sendable {
    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Int> { .pure() }
}

private let reducer = Reducer<Int, Int>.reduce { action, state in state += action }
private let elementReducer = Reducer<Int, Element>.reduce { action, element in element.value += action }
private typealias AppReducer = Reducer<GlobalAction, GlobalState>

private func reducers(isDebug: Bool) -> [AppReducer] {
    let path = CasePath<Int, Int>(extract: { $0 }, embed: { $0 })
    let parts: [AppReducer] = [
        reducer.lift(action: \.number, state: \.local),
        reducer.lift(action: \GlobalAction.number).lift(state: \GlobalState.local),
        reducer.lift(.case(GlobalAction.numberPath, optional: \.optional)),
        reducer.lift(.case(GlobalAction.numberPath, in: path)).lift(state: \.local),
        elementReducer.lift(.case(GlobalAction.elementPath, each: \.elements)),
        elementReducer.lift(.case(GlobalAction.elementPath, values: \.byKey)),
        reducer.undoable(limit: 9, undo: { $0 == 0 ? () : nil }, redo: { _ in false })
            .lift(action: \GlobalAction.number, state: \.undoable),
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
        if #available(macOS 14, *) { parts[4] }
    }
    return [
        .combine(parts[0], parts[1]), .combine(parts), .combine { parts[0] }, built,
        parts[0] <> parts[1],
    ]
}

private func middlewares() -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
    let local = Middleware<Int>()
    var composed = ComposedMiddleware(
        local.lift(inputAction: \GlobalAction.number, outputAction: GlobalAction.number, state: \GlobalState.local)
    )
    composed.append(middleware: local.lift(case: GlobalAction.numberPath, state: \GlobalState.local))
    let element = Middleware<Element>()
    composed.append(
        middleware: element.lift(.case(GlobalAction.elementPath, each: \GlobalState.elements))
    )
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
    store.dispatch(1)
    store.dispatch(1, from: .here(info: "why"))
    store.dispatch(1, info: "why")
    store.dispatch(DispatchedAction(1))
    return [
        store,
        Store(initialState: 0, reducer: reducer),
        Store(initialState: 0, reducer: reducer, executor: .queue(DispatchQueue(label: "store"))),
        Store(initialState: 0, reducer: reducer, executor: StoreExecutor(isCurrent: { true }, enqueue: { $0() })),
        Store(reducer: reducer, state: 0, middlewares: [Middleware<Int>().eraseToAnyMiddleware()]),
        store.eraseToAnyStoreType(),
        store.projection(action: { (action: Int) in action }, state: \.self),
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
