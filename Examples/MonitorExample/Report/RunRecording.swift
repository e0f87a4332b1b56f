// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RecorderMiddleware

/// The recording of a run, which is written when that ends.
struct RunRecording: Sendable {
    let path: String
    let recorder = Recorder<AppAction, AppState>()

    /// Writes the file, and prints how many actions it has, or why it cannot be written.
    ///
    /// - Returns: whether it was written.
    func write() -> Bool {
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
