// SPDX-License-Identifier: MIT

import NotesServer

/// A model of a server.
///
/// It may be unreachable or reject writes, and its answers may be lost.
actor ModelServer {
    private(set) var files: [String: RemoteText] = [:]
    private var (isAway, isDenied) = (false, false)
    private var losesAnswer: @Sendable () -> Bool
    private var changes = 0

    init(_ texts: [String: String?] = [:], losesAnswer: @escaping @Sendable () -> Bool = { false }) {
        files = texts.mapValues { RemoteText(text: $0, version: "first") }
        self.losesAnswer = losesAnswer
    }

    var texts: [String: String] { files.compactMapValues(\.text) }

    func set(isAway: Bool) { self.isAway = isAway }
    func set(isDenied: Bool) { self.isDenied = isDenied }
    func set(losesAnswer: Bool) { self.losesAnswer = { losesAnswer } }
    func set(_ name: String, _ text: String?) { files[name] = RemoteText(text: text, version: "second") }

    nonisolated var server: NotesServer {
        NotesServer(
            list: { try await self.list() },
            read: { try await self.read($0) },
            write: { try await self.write($0, $1, $2) },
            delete: { try await self.delete($0, $1) }
        )
    }

    private func list() throws -> [RemoteNote] {
        try meet()
        return files.map { RemoteNote(name: $0, version: $1.version) }.sorted { $0.name < $1.name }
    }

    private func read(_ name: String) throws -> RemoteText? {
        try meet()
        return files[name]
    }

    private func write(_ name: String, _ text: String, _ condition: NotesServer.Condition) throws {
        try meetWriter()
        let isMet =
            switch condition {
            case .isNew: files[name] == nil
            case .hasVersion(let version): files[name]?.version == version
            }
        guard isMet else { throw ServerError.changed }
        changes += 1
        files[name] = RemoteText(text: text, version: "\(changes)")
        try answer()
    }

    private func delete(_ name: String, _ version: String) throws {
        try meetWriter()
        guard let file = files[name] else { return }
        guard file.version == version else { throw ServerError.changed }
        files[name] = nil
        try answer()
    }

    private func meet() throws {
        if isAway { throw ServerError.away("as the test says") }
    }

    private func meetWriter() throws {
        try meet()
        if isDenied { throw ServerError.denied }
    }

    private func answer() throws {
        if losesAnswer() { throw ServerError.away("the answer is lost") }
    }
}
