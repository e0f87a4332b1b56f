// SPDX-License-Identifier: MIT

import CRexSystem

/// Writes whole entries to file descriptors.
///
/// Each entry and its newline are one `write(2)` call. After a partial write, the remaining bytes
/// follow. Interrupted calls are repeated, and a full non-blocking descriptor is waited for.
///
/// Memory safe: the entry is kept alive while its bytes are read, and the remaining bytes are
/// sliced with a bounds check.
package enum EntryWriter {
    /// The result of a write.
    package enum Outcome: Equatable, Sendable {
        case complete
        case failed(error: CInt, afterSomeBytes: Bool)
    }

    package static func write(_ entry: String, to descriptor: CInt) -> Outcome {
        var line = entry
        line.append("\n")
        return line.withUTF8 { unsafe write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Outcome {
        var written = 0
        while written < bytes.count {
            let remaining = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let result = unsafe CRexSystem.write(descriptor, remaining.baseAddress, remaining.count)
            if result > 0 {
                written += result
                continue
            }
            let error = result == 0 ? EIO : rex_errno()
            if error == EINTR { continue }
            if error == EAGAIN {
                rex_wait_until_writable(descriptor)
                continue
            }
            return .failed(error: error, afterSomeBytes: written > 0)
        }
        return .complete
    }
}
