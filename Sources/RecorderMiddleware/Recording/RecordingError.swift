// SPDX-License-Identifier: MIT

/// What is wrong with a recording, or with the file that it was to be read from or written to.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
