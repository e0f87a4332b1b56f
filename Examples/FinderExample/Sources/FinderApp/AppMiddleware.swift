// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import EffectMiddleware
import GatedMiddleware
import PreviewFeature
import QueryFeature
import ResultsFeature
import RexCore
import Terminal
import TextSearch

typealias AppMiddleware = ComposedMiddleware<AppAction, AppAction, AppState>

/// The dependencies of the app.
struct World: Sendable {
    var results: ResultsDependencies
    var excerpt: @Sendable (Hit) async throws -> Excerpt = { try Excerpt(around: $0) }
    /// For how long nothing has to be typed before a search begins.
    var pause = Duration.milliseconds(60)
}

extension MiddlewareReader where Dependencies == World, MiddlewareType == AppMiddleware {
    /// All that goes on beside the terminal itself.
    ///
    /// The gate is closed while the terminal is in the hands of somebody else: nothing that the
    /// effects send gets through.
    static var app: MiddlewareReader { (query <> results <> preview) <> bridges }
}

private typealias AppEffects = EffectMiddleware<AppAction, AppAction, AppState>
private typealias Part = MiddlewareReader<World, AppMiddleware>

private let query = Part { world in
    AppMiddleware(
        EffectMiddleware.query(pause: world.pause)
            .lift(case: AppAction.prisms.query, state: \AppState.query)
            .gated(state: \AppState.isInForeground)
    )
}

private let results = Part { world in
    AppMiddleware(
        EffectMiddleware.results(world.results)
            .lift(case: AppAction.prisms.results, state: \AppState.results)
            .gated(state: \AppState.isInForeground)
    )
}

private let preview = Part { world in
    AppMiddleware(
        EffectMiddleware.preview(world.excerpt)
            .lift(case: AppAction.prisms.preview, state: \AppState.preview)
            .gated(state: \AppState.isInForeground)
    )
}

private let bridges = Part.pure(AppMiddleware(BridgeMiddleware<AppAction, AppAction, AppState>.app))

extension BridgeMiddleware where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    /// Keys become what they mean, and what the user has written becomes a search.
    static let app: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.screen?.pressed --> { $0.meaning })
        .bridgeWithState { action, state in
            guard let text = action.query?.settled, text != state().results.text else { return nil }
            return .results(.search(text))
        }
        .bridgeWithState { action, state in
            action.lifecycle == .didBecomeActive ? .results(.restart(state().query.text)) : nil
        }
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.results(.pause))
}

extension Key {
    /// The action of the key; nil for one that does nothing.
    var meaning: AppAction? {
        switch self {
        case .character(let character): .query(.edit(.insert(character)))
        case .backspace: .query(.edit(.backspace))
        case .delete: .query(.edit(.delete))
        case .left: .query(.edit(.left))
        case .right: .query(.edit(.right))
        case .home, .control("a"): .query(.edit(.start))
        case .end, .control("e"): .query(.edit(.end))
        case .control("u"): .query(.edit(.clear))
        case .control("w"): .query(.edit(.deleteWord))
        case .up, .control("p"): .results(.select(.by(-1)))
        case .down, .control("n"): .results(.select(.by(1)))
        case .pageUp: .results(.select(.by(-10)))
        case .pageDown: .results(.select(.by(10)))
        case .enter: .screen(.choose)
        case .escape: .screen(.cancel)
        case .tab, .control: nil
        }
    }
}
