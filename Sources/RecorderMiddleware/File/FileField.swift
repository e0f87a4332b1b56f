// SPDX-License-Identifier: MIT

/// The format of a value in a record.
enum FileField: UInt32 {
    case nothing
    case encoded
    case description
}

/// Whether the end of an action's record contains its change.
///
/// Older versions do not distinguish: their text is empty if the action changed nothing or if
/// changes were not kept.
enum FileChange: UInt32 {
    case unknown
    case kept
    case notKept
}
