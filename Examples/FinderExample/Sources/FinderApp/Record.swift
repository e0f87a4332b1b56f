// SPDX-License-Identifier: MIT

import RecorderMiddleware
import ResultsFeature
import RexCore
import TextSearch

/// Records the actions of the app if the command line requests it.
nonisolated struct Record: Sendable {
    private let path: String?
    private let recorder: Recorder<AppAction, AppState>?

    /// Records nothing without a path.
    init(_ path: String?) {
        self.path = path
        recorder = path.map { _ in Recorder(capacity: 1_000, redacting: { $0.withoutHits }, redactingState: { $0 }) }
    }

    /// The recorder's middleware, which comes after all others.
    var middleware: ComposedMiddleware<AppAction, AppAction, AppState> { recorder?.middleware.composition ?? .identity }

    /// Writes the newest actions.
    ///
    /// Prints an error and returns false if that fails.
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
    /// The action without the hits, since the state contains the kept ones.
    fileprivate var withoutHits: AppAction {
        guard case .results(.found(let lane, var batch)) = self else { return self }
        batch.hits = []
        return .results(.found(lane, batch))
    }
}
