// SPDX-License-Identifier: MIT

/// The format of a value in a record.
enum FileField: UInt32 {
    case nothing
    case encoded
    case description
}

/// Whether the end of an action's record contains its change.
enum FileChange: UInt32 {
    case notKept
    case kept
}
