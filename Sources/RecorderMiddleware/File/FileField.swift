// SPDX-License-Identifier: MIT

/// The format of a value in a record.
enum FileField: UInt32 {
    case nothing
    case encoded
    case description
    /// The description of a value that is too long.
    case shortened
}

/// Whether the end of an action's record contains its change.
enum FileChange: UInt32 {
    case notKept
    case kept
    /// The change is too long, and cut.
    case shortened
}
