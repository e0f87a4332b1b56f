// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import OutboxFeature
import RecorderMiddleware
import RexCore

/// Records the actions of the app if the command line requests it, and shows them in a browser.
nonisolated struct Record: Sendable {
    private let path: String?
    private let recorder: Recorder<AppAction, AppState>?
    private let inspector: Inspector?

    /// Records nothing without a path, unless the run is inspected.
    ///
    /// - Parameter map: The map of the app that the inspector shows, or nil if the run is not inspected.
    init(_ path: String?, inspecting map: FeatureMap?) throws(InspectorError) {
        self.path = path
        recorder = path != nil || map != nil ? Recorder(capacity: 1_000) : nil
        if let recorder, let map {
            // The example is no app that is shipped, so that a release build may be inspected too.
            let token = ProcessInfo.processInfo.environment["REX_TOKEN"]
            inspector = try Inspector(
                recorder,
                port: token == nil ? 0 : 8787,
                token: token,
                map: map,
                allowingReleaseBuilds: true
            )
        } else {
            inspector = nil
        }
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
            complain("\(error)")
            return false
        }
    }
}
