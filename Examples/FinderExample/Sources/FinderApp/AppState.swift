// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PreviewFeature
import Prism
import QueryFeature
import ResultsFeature
import RexCore
import Terminal
import TextSearch

nonisolated struct AppState: Equatable, Sendable {
    var lifecycle = AppLifecycle.initial
    var query = QueryState()
    var results: ResultsState
    var preview = PreviewState()
    var screen = ScreenState()

    /// Whether the app has the terminal.
    var isInForeground: Bool { lifecycle == .foregroundActive || lifecycle == .foregroundInactive }

    // The contents of the screen's parts. A part is drawn when its value changes.

    var progress: Progress { Progress(results) }
    var list: HitList { HitList(results) }
    var layout: Layout { Layout(screen) }
}

/// The division of the rows of the screen below the first two.
nonisolated struct Layout: Hashable, Sendable {
    let columns: Int
    let listRows: Int
    let previewRows: Int
    /// The number of redraws.
    ///
    /// The screen is redrawn after another program has used it.
    private let renewals: Int

    init(_ screen: ScreenState) {
        let room = max(0, screen.size.rows - 2)
        listRows = room < 8 ? room : room - room / 2
        previewRows = room - listRows
        columns = screen.size.columns
        renewals = screen.renewals
    }
}

nonisolated struct ScreenState: Hashable, Sendable {
    var size = TerminalDevice.Size(rows: 24, columns: 80)
    /// The number of times that the whole screen had to be redrawn.
    var renewals = 0
    /// Set when the program should end.
    var outcome: Outcome?
}

/// The result of the program.
nonisolated enum Outcome: Hashable, Sendable {
    case chosen(Hit)
    case cancelled
}

@Prism nonisolated enum AppAction: Hashable, Sendable {
    case lifecycle(AppLifecycleAction)
    case query(QueryAction)
    case results(ResultsAction)
    case preview(PreviewAction)
    case screen(ScreenAction)
}

@Prism nonisolated enum ScreenAction: Hashable, Sendable {
    case pressed(Key)
    case resized(TerminalDevice.Size)
    case choose
    case cancel
}
