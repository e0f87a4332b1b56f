// SPDX-License-Identifier: MIT

/// A message as it goes over a pipe.
func frame(_ body: String) -> [UInt8] {
    let count = UInt64(body.utf8.count)
    return (0..<8).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + Array(body.utf8)
}
