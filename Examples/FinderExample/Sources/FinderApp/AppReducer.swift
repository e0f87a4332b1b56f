// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PreviewFeature
import QueryFeature
import ResultsFeature
import RexCore

extension Reducer where ActionType == AppAction, StateType == AppState {
    static let app = Reducer.combine {
        Reducer<AppLifecycleAction, AppLifecycle>.lifecycle
            .lift(case: AppAction.prisms.lifecycle, state: \AppState.lifecycle)
        Reducer<QueryAction, QueryState>.query.lift(case: AppAction.prisms.query, state: \AppState.query)
        Reducer<ResultsAction, ResultsState>.results.lift(case: AppAction.prisms.results, state: \AppState.results)
        Reducer<PreviewAction, PreviewState>.preview.lift(case: AppAction.prisms.preview, state: \AppState.preview)
        screen
        following
    }

    private static let screen = Reducer.reduce { action, app in
        switch action {
        case .lifecycle(.didBecomeActive): app.screen.renewals += 1
        case .screen(.resized(let size)): app.screen.size = size
        case .screen(.choose): app.screen.outcome = app.results.selected.map { .chosen($0) }
        case .screen(.cancel): app.screen.outcome = .cancelled
        default: break
        }
    }

    /// The preview is of the selected hit; neither of the two features knows the other.
    private static let following = Reducer.reduce { _, app in
        let selected = app.results.selected
        if app.preview.target != selected { app.preview.target = selected }
    }
}
