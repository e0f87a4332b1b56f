// SPDX-License-Identifier: MIT

/// The position of a value in the output.
struct EncodingPosition {
    /// The number of containers around the value.
    let depth: Int
    /// The offset of its first byte.
    let start: Int
}
