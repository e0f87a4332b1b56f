// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import GatedMiddleware
import PreviewFeature
import QueryFeature
import ResultsFeature
import RexCore
import TextSearch

/// The dependencies of the app.
nonisolated struct World: Sendable {
    var results: ResultsDependencies
    var excerpt: ReadExcerpt = { try Excerpt(around: $0) }
    /// The pause in typing after which a search begins.
    var pause = Duration.milliseconds(60)
}

/// Everything except for the terminal.
let app = Feature<AppAction, AppState, World>.combine {
    Feature(.lifecycle).lift(case: AppAction.prisms.lifecycle, state: \.lifecycle)
    parts.gated(state: \.isInForeground)
    screen
    following
    Feature(middleware: BridgeMiddleware.app)
}

/// The gate is closed while another program has the terminal, so actions of effects are dropped.
private let parts = Feature<AppAction, AppState, World>.combine {
    query.lift(case: AppAction.prisms.query, state: \.query, dependencies: \.pause)
    results.lift(case: AppAction.prisms.results, state: \.results, dependencies: \.results)
    preview.lift(case: AppAction.prisms.preview, state: \.preview, dependencies: \.excerpt)
}

private let screen = Feature<AppAction, AppState, World> { action, app in
    switch action {
    case .lifecycle(.didBecomeActive): app.screen.renewals += 1
    case .screen(.resized(let size)): app.screen.size = size
    case .screen(.choose): app.screen.outcome = app.results.selected.map { .chosen($0) }
    case .screen(.cancel): app.screen.outcome = .cancelled
    default: break
    }
}

/// Shows the selected hit in the preview.
///
/// The two features do not know each other.
private let following = Feature<AppAction, AppState, World> { _, app in app.preview.show(app.results.selected) }
