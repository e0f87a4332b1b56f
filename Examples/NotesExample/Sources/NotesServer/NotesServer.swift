// SPDX-License-Identifier: MIT

/// A note in the list of the server.
package struct RemoteNote: Hashable, Sendable, Codable {
    package let name: String
    /// Another text has another version.
    package let version: String

    package init(name: String, version: String) {
        (self.name, self.version) = (name, version)
    }
}

/// What a file has, with its version.
package struct RemoteText: Hashable, Sendable {
    /// Nil if it is no UTF-8, of which a text could not be written back as it was.
    package let text: String?
    package let version: String

    package init(text: String?, version: String) {
        (self.text, self.version) = (text, version)
    }

    /// True if it has this text.
    package func has(_ text: String?) -> Bool { text != nil && text == self.text }
}

/// The server, which keeps each note in a file.
package struct NotesServer: Sendable {
    /// What the server is to find, so that nothing is written over what nobody has seen.
    package enum Condition: Hashable, Sendable {
        case isNew
        case hasVersion(String)
    }

    package var list: @Sendable () async throws -> [RemoteNote]
    /// Nil if there is none.
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

/// Why the server has not done something.
package enum ServerError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// It was not reached, or has ended meanwhile.
    case away(String)
    /// The user or the password is wrong, or they may not do that.
    case denied
    /// The file is not as the condition says.
    case changed
    /// Somebody has locked the file.
    case locked
    /// There is no such folder.
    case missing
    /// What is there, or answers in its place, is no folder of a WebDAV server.
    case noFolder
    /// The file has no text.
    case noText
    /// It sends to another address, with this status.
    case moved(Int)
    /// It answers with this status.
    case status(Int)

    /// What a status means that is not asked for.
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
        case .locked: "somebody has locked the note"
        case .missing: "the server has no such folder"
        case .noFolder: "what answers is no folder of a WebDAV server"
        case .noText: "it is no text in UTF-8"
        case .moved(let status): "the server sends to another URL, with \(status)"
        case .status(let status): "the server answers with \(status)"
        }
    }
}
