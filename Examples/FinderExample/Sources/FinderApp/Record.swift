// SPDX-License-Identifier: MIT

import RecorderMiddleware
import ResultsFeature
import RexCore
import TextSearch

/// Keeps what happens and why, if the command line asks for it.
nonisolated struct Record: Sendable {
    private let path: String?
    private let recorder: Recorder<AppAction, AppState>?

    /// Keeps nothing without a path.
    init(_ path: String?) {
        self.path = path
        recorder = path.map { _ in Recorder(capacity: 1_000, redacting: { $0.withoutHits }, redactingState: { $0 }) }
    }

    /// Stands behind all others.
    var middleware: ComposedMiddleware<AppAction, AppAction, AppState> { recorder?.middleware.composition ?? .identity }

    /// Writes the newest actions; false, after a complaint, if that cannot be done.
    func write() -> Bool {
        guard let path, let recorder else { return true }
        do {
            try recorder.recording().write(to: path)
            return true
        } catch {
            Output.complain("\(path): \(error)")
            return false
        }
    }
}

nonisolated extension AppAction {
    /// This action without the hits, which the state has too, as far as they are kept.
    fileprivate var withoutHits: AppAction {
        guard case .results(.found(let lane, var batch)) = self else { return self }
        batch.hits = []
        return .results(.found(lane, batch))
    }
}
