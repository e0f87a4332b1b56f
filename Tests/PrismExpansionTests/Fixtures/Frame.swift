// SPDX-License-Identifier: MIT

/// Returns a message with its length, as it is sent over a pipe.
func frame(_ body: String) -> [UInt8] {
    let count = UInt64(body.utf8.count)
    return (0..<8).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + Array(body.utf8)
}
