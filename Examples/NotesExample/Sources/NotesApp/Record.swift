// SPDX-License-Identifier: MIT

import OutboxFeature
import RecorderMiddleware
import RexCore

/// Keeps what happens and why, if the command line asks for it.
nonisolated struct Record: Sendable {
    private let path: String?
    private let recorder: Recorder<AppAction, AppState>?

    /// Keeps nothing without a path.
    init(_ path: String?) {
        self.path = path
        recorder = path.map { _ in Recorder(capacity: 1_000) }
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
            complain("\(error)")
            return false
        }
    }
}
