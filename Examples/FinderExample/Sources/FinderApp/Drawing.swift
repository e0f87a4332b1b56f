// SPDX-License-Identifier: MIT

import Observation
import RexObservation
import Terminal
import TextSearch

/// Draws the state on the screen, each part when its contents change.
final class Drawing {
    /// The parts of the screen that are drawn separately, from the top.
    enum Part: CaseIterable {
        case query, progress, list, preview
    }

    /// The number of times that each part was drawn.
    private(set) var count: [Part: Int] = [:]
    private let model: ObservableStore<AppAction, AppState>
    private let folder: PathName
    private let write: (String) -> Void
    private var painter: Painter
    private var renewals = 0
    private var due = Set(Part.allCases)
    private var rows: [Part: [Row]] = [:]
    private var isWaiting = false

    init(
        _ model: ObservableStore<AppAction, AppState>,
        folder: PathName,
        hasColours: Bool,
        write: @escaping (String) -> Void
    ) {
        (self.model, self.folder, self.write) = (model, folder, write)
        painter = Painter(hasColours: hasColours)
    }

    /// Draws the changed parts, and again after each change.
    func draw() {
        isWaiting = false
        for part in Part.allCases where due.remove(part) != nil { make(part) }
        let screen = model.screen
        guard model.isInForeground, screen.outcome == nil else { return }
        if screen.renewals != renewals {
            renewals = screen.renewals
            painter.forget()
        }
        let all = Part.allCases.flatMap { rows[$0] ?? [] }.prefix(screen.size.rows)
        write(painter.output(for: Array(all), columns: screen.size.columns))
    }

    private func make(_ part: Part) {
        count[part, default: 0] += 1
        rows[part] = withObservationTracking {
            let layout = model.layout
            return switch part {
            case .query: [model.query.row(layout.columns)]
            case .progress: [model.progress.row]
            case .list: model.list.rows(layout.listRows, folder: folder)
            case .preview: model.preview.rows(layout.previewRows, query: model.list.query, folder: folder)
            }
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.renew(part) }
        }
    }

    /// Several changes before the next turn of the main actor are drawn once.
    private func renew(_ part: Part) {
        due.insert(part)
        guard !isWaiting else { return }
        isWaiting = true
        Task { draw() }
    }
}
