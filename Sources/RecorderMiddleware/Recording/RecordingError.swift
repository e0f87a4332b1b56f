// SPDX-License-Identifier: MIT

/// An error of a recording, or of reading or writing its file.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension RecordingError {
    /// What is said of an action whose value is not there.
    static var onlyDescribed: String {
        "has only a description: it cannot be encoded, or is too long for the file."
    }
}
