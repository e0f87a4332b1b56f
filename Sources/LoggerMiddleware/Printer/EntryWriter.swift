// SPDX-License-Identifier: MIT

import CRexSystem

/// Writes whole entries to file descriptors.
///
/// An entry and its line end go out in one `write(2)`. What the system did not take at once
/// follows; a signal that interrupts and a non-blocking descriptor that is full are waited for.
///
/// It is safe because the bytes of an entry are read while the entry is kept, and the rest of them
/// is cut with a check.
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
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let result = unsafe CRexSystem.write(descriptor, rest.baseAddress, rest.count)
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
