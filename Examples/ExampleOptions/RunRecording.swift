// SPDX-License-Identifier: MIT

import LoggerMiddleware
package import RecorderMiddleware
package import RexCore

/// The recording of a run, which is written at its end.
package struct RunRecording<ActionType: Sendable, StateType: Sendable>: Sendable {
    /// Nil if nothing is recorded.
    package let recorder: Recorder<ActionType, StateType>?
    private let program: String
    private let path: String?

    /// Records if there is a file for it, or if `isNeeded`.
    package init<Options: CommandLineOptions>(_ options: Options, isNeeded: Bool = false) {
        recorder = options.record != nil || isNeeded ? Recorder() : nil
        (program, path) = (Options.program, options.record)
    }

    /// The recorder's middleware, which comes after all others.
    package var middleware: ComposedMiddleware<ActionType, ActionType, StateType> {
        recorder?.middleware.composition ?? .identity
    }

    /// Writes the file if there is one, and prints the number of actions, or the error.
    ///
    /// - Returns: Whether the file was written.
    package func write() -> Bool {
        guard let path, let recording = recorder?.recording() else { return true }
        do {
            try recording.write(to: path)
        } catch {
            LogPrinter.stderr.print("\(program): \(error.description)")
            return false
        }
        let count = recording.entries.count
        LogPrinter.stderr.print("Recording: \(path), \(count) \(count == 1 ? "action" : "actions")")
        return true
    }
}
