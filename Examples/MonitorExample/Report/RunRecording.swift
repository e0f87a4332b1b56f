// SPDX-License-Identifier: MIT

import InspectorMiddleware
import LoggerMiddleware
import RecorderMiddleware

/// The recording of a run, which a browser shows or which is written at its end.
struct RunRecording: Sendable {
    private let path: String?
    let recorder = Recorder<AppAction, AppState>()
    private let inspector: Inspector?

    /// - Parameter path: The path of the file, or nil for none.
    init(path: String?, isInspected: Bool) throws(InspectorError) {
        self.path = path
        // The example is no app that is shipped, so that a release build may be inspected too.
        inspector = isInspected ? try Inspector(recorder, allowingReleaseBuilds: true) : nil
    }

    /// Writes the file if there is a path, and prints the number of actions, or the error.
    ///
    /// - Returns: Whether the file was written.
    func write() -> Bool {
        guard let path else { return true }
        let recording = recorder.recording()
        do {
            try recording.write(to: path)
        } catch {
            LogPrinter.stderr.print("MonitorExample: \(error.description)")
            return false
        }
        let count = recording.entries.count
        LogPrinter.stderr.print("Recording: \(path), \(count) \(count == 1 ? "action" : "actions")")
        return true
    }
}
