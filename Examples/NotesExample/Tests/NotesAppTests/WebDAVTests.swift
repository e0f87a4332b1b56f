// SPDX-License-Identifier: MIT

import Foundation
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import Testing

/// The answers of a real server, and of replacements for it.
///
/// Skipped without a server.
@Suite(.enabled(if: RealServerTests.isServerThere, "there is no wsgidav"), .timeLimit(.minutes(1)))
struct WebDAVTests {
    @Test func wrongPasswordIsDeniedAtOnce() async throws {
        let server = try WebDAVServer("ada", "lovelace")
        try await server.client(user: "ada", password: "lovelace").write("tea", "one", .isNew)
        for (user, password) in [("ada", "wrong"), ("bob", "lovelace"), (nil, nil)] {
            let client = server.client(user: user, password: password)
            await #expect(throws: ServerError.denied) { try await client.list() }
            await #expect(throws: ServerError.denied) { try await client.write("milk", "two", .isNew) }
        }
        #expect(try server.files == ["tea.txt": "one"])
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectedWriteIsNotFollowed(status: Int) async throws {
        let server = try WebDAVServer()
        try await server.client().write("tea", "one", .isNew)
        try server.answer("PUT /tea.txt", status, ["Location": "/milk.txt"])
        let version = try #require(try await server.client().read("tea")).version
        await #expect(throws: ServerError.moved(status)) {
            try await server.client().write("tea", "two", .hasVersion(version))
        }
        #expect(try server.files == ["tea.txt": "one"])
    }

    @Test func passwordGoesToNoOtherServer() async throws {
        let (server, other) = (try WebDAVServer(), try WebDAVServer())
        try server.answer("PROPFIND /", 307, ["Location": other.url.absoluteString])
        await #expect(throws: ServerError.moved(307)) {
            try await server.client(user: "ada", password: "lovelace").list()
        }
    }

    @Test(arguments: [
        (200, "<html>Please log in</html>"), (204, ""), (207, ""), (207, "<html/>"), (405, ""),
        (207, #"<D:multistatus xmlns:D="DAV:"><D:response><D:href>/a.txt</D:href>"#),
        (207, #"<multistatus xmlns="DAV:"/>"#),
        (200, #"<multistatus xmlns="DAV:"><prop><collection/></prop></multistatus>"#),
        (207, #"<html><response><prop><resourcetype><collection/></resourcetype></prop></response></html>"#),
    ])
    func whatIsNoListIsNoEmptyFolder(status: Int, body: String) async throws {
        let server = try WebDAVServer()
        try server.answer("PROPFIND /", status, body: body)
        await #expect(throws: ServerError.noFolder) { try await server.client().list() }
    }

    @Test func urlOfAFileOrOfNothingIsNoFolder() async throws {
        let server = try WebDAVServer()
        try server.put("tea.txt", "one")
        await #expect(throws: ServerError.noFolder) { try await server.client("tea.txt").list() }
        await #expect(throws: ServerError.missing) { try await server.client("milk").list() }
        await #expect(throws: ServerError.missing) { try await server.client("milk").write("tea", "one", .isNew) }
    }

    @Test(arguments: [(403, ServerError.denied), (423, .locked), (503, .away("status 503")), (507, .status(507))])
    func reasonOfARefusedWriteIsSaid(status: Int, error: ServerError) async throws {
        let server = try WebDAVServer()
        try server.answer("PUT /tea.txt", status)
        await #expect(throws: error) { try await server.deliver(.write(Note(name: "tea", text: "one"), over: nil)) }
    }

    /// As in a network that redirects users to a log-in page.
    @Test func answerOfAnotherServerIsRejected() async throws {
        let server = try WebDAVServer()
        try server.answer("PUT /tea.txt", 200, body: "<html>Please log in</html>")
        await #expect(throws: ServerError.changed) {
            try await server.deliver(.write(Note(name: "tea", text: "one"), over: nil))
        }
        try server.put("tea.txt", "one")
        try server.answer("DELETE /tea.txt", 200, body: "<html>Please log in</html>")
        await #expect(throws: ServerError.changed) { try await server.deliver(.delete(name: "tea", over: "one")) }
        #expect(try server.files == ["tea.txt": "one"])
    }

    @Test func deletionIsNotDoneWhileTheFolderIsAway() async throws {
        let server = try WebDAVServer()
        let folder = server.folder.appendingPathComponent("notes")
        let away = server.folder.appendingPathComponent("away")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try server.put("notes/tea.txt", "one")
        try FileManager.default.moveItem(at: folder, to: away)
        let deletion = NoteChange.delete(name: "tea", over: "one")
        await #expect(throws: ServerError.missing) { try await server.deliver(deletion, in: "notes") }
        try FileManager.default.moveItem(at: away, to: folder)
        for _ in 0..<2 { #expect(try await server.deliver(deletion, in: "notes").conflict == nil) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func bytesThatAreNoTextStay() async throws {
        let server = try WebDAVServer()
        let file = server.folder.appendingPathComponent("tea.txt")
        let bytes = Data([0x63, 0x61, 0x66, 0xe9])
        try bytes.write(to: file)
        let found = try #require(try await server.client().read("tea"))
        #expect(found.text == nil)
        let decoded = String(decoding: bytes, as: UTF8.self)
        for over in [nil, decoded] {
            #expect(try await server.deliver(.write(Note(name: "tea", text: "one"), over: over)).conflict != nil)
        }
        #expect(try await server.deliver(.delete(name: "tea", over: decoded)).conflict != nil)
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func namesAreListedAsTheyAre() async throws {
        let server = try WebDAVServer()
        let names = [" a ", "100%", "%41", "%2F", "日本語", "a?b", "a#b", "a;b", "a+b", "x.txt", "."]
        for name in names { try await server.client().write(name, name, .isNew) }
        #expect(try await server.client().list().map(\.name).sorted() == names.sorted())
        for name in names { #expect(try await server.client().read(name)?.text == name) }
    }

    /// Some names would be paths, or change the terminal.
    @Test func filesWithoutAUsefulNameAndFoldersAreLeftOut() async throws {
        let server = try WebDAVServer()
        for name in ["tea.txt", ".txt", "a\u{1b}[2J.txt", "b\n.txt", "c.doc"] { try server.put(name, "one") }
        let folder = server.folder.appendingPathComponent("d.txt")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        #expect(try await server.client().list().map(\.name) == ["tea"])
        let files = ["/..%2F..%2Fa.txt", "/%FF.txt", "http://host/b.txt"].map {
            "<response><href>\($0)</href><propstat><prop><getetag>1</getetag></prop></propstat></response>"
        }
        let folders = ["/", "/c.txt/"].map {
            "<response><href>\($0)</href><getetag>1</getetag><collection/></response>"
        }
        let body = #"<multistatus xmlns="DAV:">\#((folders + files).joined())</multistatus>"#
        try server.answer("PROPFIND /", 207, body: body)
        #expect(try await server.client().list().map(\.name) == ["b"])
    }
}

/// A server for one test.
final class WebDAVServer {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString)")
    let url: URL
    private let process = Process()

    init(_ user: String...) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("server.py")
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-B", script.path, folder.path, "0"] + user
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        url = try #require(URL(string: "http://127.0.0.1:\(line.trimmingCharacters(in: .newlines))/"))
    }

    deinit {
        // A process that a test starts may block SIGTERM.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        for file in [folder, answers] { try? FileManager.default.removeItem(at: file) }
    }

    private var answers: URL { folder.appendingPathExtension("json") }

    /// The texts by file name.
    var files: [String: String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, try text(of: $0)) })
        }
    }

    private func text(of file: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(file)), as: UTF8.self)
    }

    func put(_ file: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(file))
    }

    /// Answers one request in place of the server.
    func answer(_ request: String, _ status: Int, _ headers: [String: String] = [:], body: String = "") throws {
        let answer: [Any] = [status, headers, body]
        try JSONSerialization.data(withJSONObject: [request: answer]).write(to: answers)
    }

    func client(_ path: String = "", user: String? = nil, password: String? = nil) -> NotesServer {
        .webDAV(WebDAVFolder(url.appendingPathComponent(path), user: user, password: password), timeout: 10)
    }

    @discardableResult func deliver(_ change: NoteChange, in path: String = "") async throws -> Delivery {
        try await client(path).deliver(NoteJob(change, after: nil), OutboxID(1))
    }
}
