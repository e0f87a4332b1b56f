// SPDX-License-Identifier: MIT

import Dispatch
import ResultsFeature
import RexCore
import Terminal
import TextSearch

/// Draws the state on the screen.
@MainActor final class Drawing {
    private let terminal: TerminalDevice
    private let folder: PathName
    private let getState: () -> AppState
    private var painter = Painter(hasColours: Output.wantsColours)
    private var renewals = 0
    private var isDue = false

    init(_ terminal: TerminalDevice, folder: PathName, state: @escaping () -> AppState) {
        (self.terminal, self.folder, getState) = (terminal, folder, state)
    }

    /// Several changes before the main thread gets its turn are drawn once.
    func update() {
        guard !isDue else { return }
        isDue = true
        DispatchQueue.main.async { [self] in
            isDue = false
            draw()
        }
    }

    private func draw() {
        let app = getState()
        guard app.isInForeground, app.screen.outcome == nil else { return }
        if app.screen.renewals != renewals {
            renewals = app.screen.renewals
            painter.forget()
        }
        let (rows, columns) = (app.screen.size.rows, app.screen.size.columns)
        let room = max(0, rows - 2)
        let listCount = room < 8 ? room : room - room / 2
        let list = app.results.listRows(listCount, folder: folder)
        let preview = app.preview.rows(room - listCount, query: app.results.search?.query, folder: folder)
        let filling = { (part: [Row], count: Int) in part + Array(repeating: Row(), count: max(0, count - part.count)) }
        let all =
            [app.query.row(columns), app.results.progressRow(columns)]
            + filling(list, listCount) + filling(preview, room - listCount)
        terminal.write(painter.output(for: Array(all.prefix(rows)), columns: columns))
    }
}
