// SPDX-License-Identifier: MIT

/// A note in the list of the server.
package struct RemoteNote: Hashable, Sendable, Codable {
    package let name: String
    /// The version of the text.
    ///
    /// Different texts have different versions.
    package let version: String

    package init(name: String, version: String) {
        (self.name, self.version) = (name, version)
    }
}

/// The contents of a file, with their version.
package struct RemoteText: Hashable, Sendable {
    /// The text, or nil if the file is not UTF-8, so that it could not be written back unchanged.
    package let text: String?
    package let version: String

    package init(text: String?, version: String) {
        (self.text, self.version) = (text, version)
    }

    /// Returns whether the file has this text.
    package func has(_ text: String?) -> Bool { text != nil && text == self.text }
}

/// A server that stores each note in a file.
package struct NotesServer: Sendable {
    /// The required state of the server, so that no unseen text is overwritten.
    package enum Condition: Hashable, Sendable {
        case isNew
        case hasVersion(String)
    }

    package var list: @Sendable () async throws -> [RemoteNote]
    /// Reads a note.
    ///
    /// Returns nil if it does not exist.
    package var read: @Sendable (_ name: String) async throws -> RemoteText?
    package var write: @Sendable (_ name: String, _ text: String, Condition) async throws -> Void
    package var delete: @Sendable (_ name: String, _ version: String) async throws -> Void

    package init(
        list: @escaping @Sendable () async throws -> [RemoteNote],
        read: @escaping @Sendable (_ name: String) async throws -> RemoteText?,
        write: @escaping @Sendable (_ name: String, _ text: String, Condition) async throws -> Void,
        delete: @escaping @Sendable (_ name: String, _ version: String) async throws -> Void
    ) {
        (self.list, self.read, self.write, self.delete) = (list, read, write, delete)
    }

    /// No server.
    package static let none = NotesServer(
        list: { throw ServerError.away("no server") },
        read: { _ in throw ServerError.away("no server") },
        write: { _, _, _ in throw ServerError.away("no server") },
        delete: { _, _ in throw ServerError.away("no server") }
    )
}

/// The reason why the server has not done something.
package enum ServerError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The server was unreachable, or has ended meanwhile.
    case away(String)
    /// The user or the password is wrong, or the user lacks permission.
    case denied
    /// The file does not meet the condition.
    case changed
    /// Another client has locked the file.
    case locked
    /// The folder does not exist.
    case missing
    /// The answer does not come from a folder of a WebDAV server.
    case noFolder
    /// The file is not text.
    case noText
    /// The server redirects with this status.
    case moved(Int)
    /// The server answers with this status.
    case status(Int)

    /// Makes the error for an unexpected status.
    package init(status: Int) {
        self =
            switch status {
            case 200..<300, 405, 501: .noFolder
            case 300..<400: .moved(status)
            case 401, 403: .denied
            case 423: .locked
            case 502, 503, 504: .away("status \(status)")
            default: .status(status)
            }
    }

    package var description: String {
        switch self {
        case .away(let reason): "the server is away: \(reason)"
        case .denied: "the server denies it to this user"
        case .changed: "the note has changed meanwhile"
        case .locked: "another client has locked the note"
        case .missing: "the server has no such folder"
        case .noFolder: "the answer is not from a folder of a WebDAV server"
        case .noText: "it is no text in UTF-8"
        case .moved(let status): "the server sends to another URL, with \(status)"
        case .status(let status): "the server answers with \(status)"
        }
    }
}
