// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexNavigation

extension Workload {
    static let topOfStack = Workload(
        name: "N1",
        work: "the top screen of a stack of 1,000",
        against: "of 10"
    ) {
        let (deep, flat) = (storeOfStack(1_000), storeOfStack(10))
        return Contest {
            for _ in 0..<$0 { deep.dispatch(.path(.presented(1_000, 1))) }
        } reference: {
            for _ in 0..<$0 { flat.dispatch(.path(.presented(10, 1))) }
        }
    }

    static let screenBelowTop = Workload(
        name: "N1 below",
        work: "a screen in the middle of a stack of 1,000",
        against: "of 10"
    ) {
        let (deep, flat) = (storeOfStack(1_000), storeOfStack(10))
        return Contest {
            for _ in 0..<$0 { deep.dispatch(.path(.presented(500, 1))) }
        } reference: {
            for _ in 0..<$0 { flat.dispatch(.path(.presented(5, 1))) }
        }
    }

    static let actionOfAnotherCase = Workload(
        name: "N2",
        work: "an action of another case than two containers of presentations",
        against: "without them"
    ) {
        let (store, without) = (
            Store(initialState: Screens(1), feature: app <> sheet <> path, dependencies: ()),
            Store(initialState: Screens(1), feature: app, dependencies: ())
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(.counted(1)) }
        } reference: {
            for _ in 0..<$0 { without.dispatch(.counted(1)) }
        }
    }

    static let ruleOfEachScreen = Workload(
        name: "N4",
        work: "an action elsewhere, with an effect of the state in each of 1,000 screens",
        against: "of 10"
    ) {
        let (deep, flat) = (storeOfStack(1_000, watchedPath), storeOfStack(10, watchedPath))
        return Contest {
            for _ in 0..<$0 { deep.dispatch(.counted(1)) }
        } reference: {
            for _ in 0..<$0 { flat.dispatch(.counted(1)) }
        }
    }

    static let actionOfSheet = Workload(
        name: "N3",
        work: "an action of a presented sheet",
        against: "of a part that is always there"
    ) {
        let (store, without) = (
            Store(initialState: Screens(1), feature: root <> sheet, dependencies: ()),
            Store(initialState: Screens(1), feature: root <> fixed, dependencies: ())
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(.sheet(.presented(1, 1))) }
        } reference: {
            for _ in 0..<$0 { without.dispatch(.fixed(1)) }
        }
    }
}

private struct Screen: Sendable { var count = 0 }

private struct Screens: Sendable {
    var count = 0
    var fixed = Screen()
    var sheet = Presented<Screen>()
    var path = PresentationStack<Screen>()

    init(_ size: Int) {
        sheet.present(Screen())
        for _ in 0..<size { path.push(Screen()) }
    }
}

private enum ScreensAction: Sendable, CaseIndexed {
    case counted(Int)
    case fixed(Int)
    case sheet(PresentationAction<Int>)
    case path(PresentationAction<Int>)

    static var caseCount: Int { 4 }
    var caseIndex: Int {
        switch self {
        case .counted: 0
        case .fixed: 1
        case .sheet: 2
        case .path: 3
        }
    }
}

private let screen = Feature<Int, Screen, Void> { amount, screen in screen.count += amount }

private let root = Feature<ScreensAction, Screens, Void> { action, state in
    if case .counted(let amount) = action { state.count += amount }
}
.adding(IgnoringMiddleware())

/// Stands for the other middlewares of an app.
private struct IgnoringMiddleware<Action, State>: MiddlewareProtocol, Sendable {
    func handle(action: Action, from source: ActionSource, state: @escaping GetState<State>) -> IO<Action> {
        .pure()
    }
}

private let fixed = screen.adding(IgnoringMiddleware<Int, Screen>()).lift(
    case: CasePath<ScreensAction, Int>(
        extract: { if case .fixed(let local) = $0 { local } else { nil } },
        embed: ScreensAction.fixed,
        caseIndex: 1
    ),
    state: \Screens.fixed
)

private let app = root <> fixed <> fixed <> fixed

private let sheetCase = CasePath<ScreensAction, PresentationAction<Int>>(
    extract: { if case .sheet(let local) = $0 { local } else { nil } },
    embed: ScreensAction.sheet,
    caseIndex: 2
)
private let sheet = screen.lift(
    .case(
        sheetCase,
        presented: \Screens.sheet,
        ends: .when({ (amount: Int) in amount < 0 ? amount : nil }, sending: ScreensAction.counted)
    )
)

private let pathCase = CasePath<ScreensAction, PresentationAction<Int>>(
    extract: { if case .path(let local) = $0 { local } else { nil } },
    embed: ScreensAction.path,
    caseIndex: 3
)
private let path = screen.lift(.case(pathCase, stack: \Screens.path))
private let watchedPath = screen.adding(
    EffectMiddleware<Int, Int, Screen>().during({ $0.count >= 0 }) { effect in
        try await effect.sleep(for: .seconds(1_000))
    }
)
.lift(.case(pathCase, stack: \Screens.path))

private func storeOfStack(
    _ size: Int,
    _ path: Feature<ScreensAction, Screens, Void> = path
) -> Store<ScreensAction, Screens> {
    Store(initialState: Screens(size), feature: root <> path, dependencies: ())
}
