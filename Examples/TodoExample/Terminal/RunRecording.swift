// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RecorderMiddleware

/// The recording of a run, which is written at its end.
struct RunRecording: Sendable {
    let path: String
    let recorder = Recorder<AppAction, AppState>()

    /// Writes the file, and prints the number of actions, or the error.
    ///
    /// - Returns: Whether the file was written.
    func write() -> Bool {
        let recording = recorder.recording()
        do {
            try recording.write(to: path)
        } catch {
            LogPrinter.stderr.print("TodoExample: \(error.description)")
            return false
        }
        let count = recording.entries.count
        LogPrinter.stderr.print("Recording: \(path), \(count) \(count == 1 ? "action" : "actions")")
        return true
    }
}
