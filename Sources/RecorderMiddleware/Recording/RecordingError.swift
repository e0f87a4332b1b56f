// SPDX-License-Identifier: MIT

/// An error of a recording, or of reading or writing its file.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
