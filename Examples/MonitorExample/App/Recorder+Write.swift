// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RecorderMiddleware

extension Recorder<AppAction, AppState>? {
    /// Writes what was recorded, if something is; false, after a line on standard error, if that failed.
    func write(to path: String?) -> Bool {
        guard let self, let path else { return true }
        do {
            try self.recording().write(to: path)
            return true
        } catch {
            LogPrinter.stderr.print("MonitorExample: \(error.description)")
            return false
        }
    }
}
