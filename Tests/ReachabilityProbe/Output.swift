// SPDX-License-Identifier: MIT

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes a whole line without buffering, also to a pipe.
func printLine(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    let count = unsafe write(STDOUT_FILENO, bytes, bytes.count)
    precondition(count == bytes.count, "The probe could not write a line to its output.")
}
