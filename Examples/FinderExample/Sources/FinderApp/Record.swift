// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RecorderMiddleware
import ResultsFeature
import RexCore
import TextSearch

/// Records the actions of the app if the command line requests it.
nonisolated struct Record: Sendable {
    private let path: String?
    private let recorder: Recorder<AppAction, AppState>?
    private let inspector: Inspector?

    /// Records nothing without a path, unless it is inspected.
    init(_ path: String?, isInspected: Bool) throws(InspectorError) {
        self.path = path
        guard path != nil || isInspected else {
            recorder = nil
            inspector = nil
            return
        }
        let recorder = Recorder<AppAction, AppState>(
            capacity: 1_000,
            redacting: { $0.withoutHits },
            redactingState: { $0 }
        )
        self.recorder = recorder
        // The example is no app that is shipped, so that a release build may be inspected too.
        inspector = isInspected ? try Inspector(recorder, allowingReleaseBuilds: true) : nil
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
