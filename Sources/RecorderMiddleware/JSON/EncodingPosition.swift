// SPDX-License-Identifier: MIT

/// The position at which a value is written.
struct EncodingPosition {
    /// The number of containers around it.
    let depth: Int
    /// The offset of its first byte.
    let start: Int
}
