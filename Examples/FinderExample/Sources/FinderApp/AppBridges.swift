// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import QueryFeature
import ResultsFeature
import Terminal

nonisolated extension BridgeMiddleware
where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    /// Turns keys into their actions, and queries into searches.
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

nonisolated extension Key {
    /// The action of the key, or nil if it does nothing.
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
