// SPDX-License-Identifier: MIT

/// The form of a value in a record.
enum FileField: UInt32 {
    case nothing
    case encoded
    case description
}
