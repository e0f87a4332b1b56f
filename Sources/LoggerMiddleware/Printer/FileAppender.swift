// SPDX-License-Identifier: MIT

import RexCore
import CRexSystem

/// A file that entries are appended to.
///
/// It is opened at the first entry.
final class FileAppender: Sendable {
    private struct State {
        var descriptor: CInt?
        var endsInTornLine = false
        var hasReported = false
    }

    private let path: String
    private let state = Lock(State())

    init(path: String) {
        self.path = path
    }

    deinit {
        state.withLock { state in
            if let descriptor = state.descriptor { _ = close(descriptor) }
        }
    }

    /// Appends an entry.
    ///
    /// On failure the entry is lost, and the first failure is reported on standard error.
    func append(_ entry: String) {
        let failure: CInt? = state.withLock { state in
            guard let error = write(entry, &state), !state.hasReported else { return nil }
            state.hasReported = true
            return error
        }
        if let failure { report(failure) }
    }

    private func write(_ entry: String, _ state: inout State) -> CInt? {
        guard let descriptor = state.descriptor ?? openFile() else { return rex_errno() }
        state.descriptor = descriptor
        let line = state.endsInTornLine ? "\n" + entry : entry
        switch EntryWriter.write(line, to: descriptor) {
        case .complete:
            state.endsInTornLine = false
            return nil
        case .failed(let error, let afterSomeBytes):
            if afterSomeBytes { state.endsInTornLine = true }
            return error
        }
    }

    /// Opens the file without waiting for a reader if it is a named pipe.
    ///
    /// Writing to a full pipe waits.
    private func openFile() -> CInt? {
        var descriptor: CInt
        repeat {
            descriptor = unsafe rex_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
        } while descriptor < 0 && rex_errno() == EINTR
        return descriptor < 0 ? nil : descriptor
    }

    private func report(_ error: CInt) {
        let reason = unsafe strerror(error).map { unsafe String(cString: $0) } ?? "error \(error)"
        Console.error.write(
            "Cannot write the log file \(path.visible): \(reason). Entries are lost until writing succeeds. This is reported once."
        )
    }
}
