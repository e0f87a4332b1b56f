// SPDX-License-Identifier: MIT

/// The form of a value in a record.
enum FileField: UInt32 {
    case nothing
    case encoded
    case description
}

/// Whether a record has the change of an action, at its end; a record of an older version does not
/// tell, and has an empty text where nothing changed and where nothing was kept.
enum FileChange: UInt32 {
    case unknown
    case kept
    case notKept
}
