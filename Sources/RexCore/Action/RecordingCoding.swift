// SPDX-License-Identifier: MIT

/// The marks of coders that write or read the values of recordings.
///
/// A value that is saved in a way of its own, such as an outbox, encodes itself only for a coder with
/// a mark.
package enum RecordingCoding: String, Sendable {
    /// A recorder encodes a value.
    case recording
    /// A recorder encodes the first state of a test.
    case start

    /// The key in the user info.
    package static let key = "Rex.recording"

    /// The user info of a coder with this mark.
    package var userInfo: [CodingUserInfoKey: any Sendable] {
        CodingUserInfoKey(rawValue: Self.key).map { [$0: rawValue] } ?? [:]
    }

    /// Reads the mark of a coder.
    package init?(_ userInfo: [CodingUserInfoKey: Any]) {
        guard let mark = CodingUserInfoKey(rawValue: Self.key).flatMap({ userInfo[$0] }) as? String else { return nil }
        self.init(rawValue: mark)
    }
}
