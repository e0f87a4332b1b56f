// SPDX-License-Identifier: MIT

/// An error of a recording, or of the file that it was to be read from or written to.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
