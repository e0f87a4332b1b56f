// SPDX-License-Identifier: MIT

// The snippets of the reference document MiddlewareReaderProtocol, in a separate app.

import RexCore

struct World: Sendable {
    var urlSession: String
    var jsonDecoder: Int
}

enum AppAction: Sendable {
    case someLocalCase(LocalAction)

    var someLocalCase: LocalAction? {
        if case .someLocalCase(let action) = self { action } else { nil }
    }
}

enum LocalAction: Sendable { case ask, answer(String) }

struct AppState: Sendable { var someProperty = 7 }

struct Asker: MiddlewareProtocol, Sendable {
    let dependencies: (urlSession: String, decoder: Int)

    func handle(action: LocalAction, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<LocalAction> {
        guard case .ask = action else { return .pure() }
        return IO { output in output.dispatch(.answer("\(dependencies) \(state())"), from: dispatcher) }
    }
}

private let asker = MiddlewareReader<(urlSession: String, decoder: Int), Asker> { Asker(dependencies: $0) }

private let byClosures = asker.lift(
    inputAction: { globalAction in
        guard case let AppAction.someLocalCase(localAction) = globalAction else { return nil }
        return localAction
    },
    outputAction: { actionFromMiddleware in return AppAction.someLocalCase(actionFromMiddleware) },
    state: { (globalState: AppState) in return globalState.someProperty },
    dependencies: { (world: World) in return (urlSession: world.urlSession, decoder: world.jsonDecoder) }
)

private let byKeyPaths = asker.lift(
    inputAction: \AppAction.someLocalCase,
    outputAction: AppAction.someLocalCase,
    state: \AppState.someProperty
)

/// Returns the number of answers when the reader is lifted in each documented way.
public func countAnswers() -> Int {
    let both = byClosures <> byKeyPaths.contramapDependecies { (world: World) in (world.urlSession, world.jsonDecoder) }
    let reducer = Reducer<AppAction, AppState>.reduce { action, state in
        if case .someLocalCase(.answer) = action { state.someProperty += 1 }
    }
    let store = Store(
        initialState: AppState(),
        reducer: reducer,
        middleware: (both <> MiddlewareReader.identity).inject(World(urlSession: "session", jsonDecoder: 1))
    )
    store.dispatch(.someLocalCase(.ask))
    return store.state.someProperty - 7
}
