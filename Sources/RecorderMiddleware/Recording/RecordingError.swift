// SPDX-License-Identifier: MIT

/// An error of a recording, or of reading or writing its file.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Recording.Entry {
    /// Why a test or a replay cannot use the action, or nil if it can.
    var incompleteness: String? {
        if isShortened { return "is incomplete: \(shortened.text) is too long for the file, and shortened." }
        return action == nil ? "has only a description: it cannot be encoded or decoded." : nil
    }
}
