// SPDX-License-Identifier: MIT

import Foundation
import NotesServer
import RecorderMiddleware

/// The options of the command line.
nonisolated struct Options: Sendable {
    /// The folder of the server, or nil to work on this machine alone.
    var server: WebDAVFolder?
    /// The folder of the app's files.
    var folder = ""
    /// The file for the recording, if requested.
    var record: String?
    /// Whether a browser can watch the run.
    var isInspected = false
    /// The file for the log.
    var log: String?
    var isHelp = false

    static let usage = """
        usage: NotesExample [URL]   notes in the folder URL of a WebDAV server, or on this machine alone

          --folder DIR   keep in DIR what is not sent yet, and what was loaded (else in your state folder)
          --record FILE  when it ends, write what happened and why: a page to look at if FILE ends with .html,
                         else one of \(RecordingFormat.knownEndings)
          --inspect      show what happens in a browser, at the address on standard error: --inspect 2>address
          --log FILE     the file for the log, which the key l opens and closes

        User and password are taken from NOTES_USER and NOTES_PASSWORD.
        """

    struct Mistake: Error {
        let description: String
    }

    init(_ arguments: some Sequence<String>, environment: [String: String]) throws(Mistake) {
        var words: [String] = []
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--help": isHelp = true
            case "--folder": folder = try Self.value(of: argument, arguments.next())
            case "--log": log = try Self.value(of: argument, arguments.next())
            case "--inspect": isInspected = true
            case "--record":
                record = try Self.value(of: argument, arguments.next())
                guard record.flatMap({ RecordingFormat(path: $0) }) != nil else {
                    throw Mistake(
                        description: "--record needs a file that ends with one of \(RecordingFormat.knownEndings)"
                    )
                }
            case _ where argument.hasPrefix("-"): throw Mistake(description: "unknown option '\(argument)'")
            default: words.append(argument)
            }
        }
        guard words.count < 2 else { throw Mistake(description: "'\(words[1])' is one word too many") }
        server = try words.first.map { url throws(Mistake) in try Self.server(url, environment) }
        if folder.isEmpty { folder = Self.stateFolder(environment, server) }
    }

    private static func value(of option: String, _ value: String?) throws(Mistake) -> String {
        guard let value, !value.isEmpty else { throw Mistake(description: "\(option) needs a path") }
        return value
    }

    private static func server(_ text: String, _ environment: [String: String]) throws(Mistake) -> WebDAVFolder {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else {
            throw Mistake(description: "the URL begins with http:// or https:// and has a server")
        }
        guard url.user == nil, url.password == nil else {
            throw Mistake(description: "user and password do not belong into the URL, which others can see")
        }
        return WebDAVFolder(url, user: environment["NOTES_USER"], password: environment["NOTES_PASSWORD"])
    }

    /// The folder of the app's files for one user of one server.
    private static func stateFolder(_ environment: [String: String], _ server: WebDAVFolder?) -> String {
        let home = environment["HOME"] ?? "."
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        let name = server.map { "\($0.url.absoluteString) \(environment["NOTES_USER"] ?? "")".fileName }
        return "\(state)/NotesExample/\(name ?? "local")"
    }
}
