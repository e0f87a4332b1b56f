// SPDX-License-Identifier: MIT

import Foundation
import PseudoTerminal
import Testing

/// The presentations of the program in a terminal.
struct NavigationTerminalTests {
    private let folder = NSTemporaryDirectory() + "/notes-\(UUID().uuidString)"
    private let right = "\u{1b}[C"

    private func start(_ arguments: String..., editor: String = "true") throws -> PseudoTerminal {
        try PseudoTerminal(
            [Bundle.main.bundleURL.appending(path: "NotesExample").path, "--folder", folder] + arguments,
            environment: ["EDITOR": editor],
            rows: 8,
            columns: 200
        )
    }

    @Test func doublePressOpensOneNote() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try start()
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nmilk\rqntea\rq")
        #expect(terminal.wait { $0.rows.first == "Notes" && $0.text.contains("milk") && $0.text.contains("tea") })
        terminal.type(right + right)
        #expect(terminal.wait { $0.rows.first == "milk" })
        terminal.type("q")
        #expect(terminal.wait { $0.rows.first == "Notes" })
        terminal.type("q")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test func settingsAreTakenOrDiscarded() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try start()
        #expect(terminal.waits(for: "on this machine alone"))
        for (end, order) in [("q", "name"), ("\r", "title")] {
            terminal.type("so")
            #expect(terminal.wait { $0.rows.first == "Settings" && $0.text.contains("sort by title") })
            terminal.type(end)
            #expect(terminal.wait { $0.rows.first == "Notes" })
            terminal.type("s")
            #expect(terminal.wait { $0.rows.first == "Settings" && $0.text.contains("sort by \(order)") })
            terminal.type("q")
            #expect(terminal.wait { $0.rows.first == "Notes" })
        }
        terminal.type("q")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test func settingsAreKeptIfTheProgramEndsAtOnce() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try start()
        #expect(first.waits(for: "on this machine alone"))
        first.type("oq")
        #expect(first.waitForExit() == .exited(0))
        let second = try start()
        #expect(second.waits(for: "on this machine alone"))
        second.type("s")
        #expect(second.wait { $0.rows.first == "Settings" && $0.text.contains("sort by title") })
        second.type("qq")
        #expect(second.waitForExit() == .exited(0))
    }

    @Test func logInShowsTheListAgain() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try start()
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nmilk\rq/mi\rQ")
        #expect(terminal.wait { $0.rows.first == "Logged out" && !$0.text.contains("milk") })
        // Keys of the list mean nothing here.
        terminal.type("nd\r")
        #expect(terminal.wait { $0.rows.first == "Notes" && $0.text.contains("milk") })
        terminal.type("Qq")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test(.enabled(if: RealServerTests.isServerThere, "there is no wsgidav"))
    func changesAreSentAndReceivedAfterTheNextLogIn() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try WebDAVServer()
        let terminal = try start(server.url.absoluteString)
        #expect(terminal.waits(for: "all is sent"))
        // The log-out comes before the answer for the new note, or after it.
        terminal.type("nmilk\rqQ")
        #expect(terminal.wait { $0.rows.first == "Logged out" })
        try server.put("tea.txt", "hot")
        terminal.type("\r")
        #expect(terminal.wait { $0.text.contains("tea  hot") && $0.text.contains("all is sent") })
        #expect(try server.files.keys.sorted() == ["milk.txt", "tea.txt"])
        terminal.type("q")
        #expect(terminal.waitForExit() == .exited(0))
    }

    /// The editor changes the note on the server before it returns its text.
    @Test(.enabled(if: RealServerTests.isServerThere, "there is no wsgidav"))
    func choiceOpensTheNoteOfTheConflictOnce() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try WebDAVServer()
        try server.put("tea.txt", "hot")
        let terminal = try start(
            server.url.absoluteString,
            editor: "echo theirs >\(server.folder.path)/tea.txt; echo ours >"
        )
        #expect(terminal.waits(for: "tea  hot"))
        terminal.type("\re")
        #expect(terminal.waits(for: "'tea' was changed elsewhere; your text is in 'tea (conflict "))
        #expect(terminal.waits(for: "1: open yours, 2: close"))
        terminal.type("11")
        #expect(
            terminal.wait {
                $0.rows.first?.hasPrefix("tea (conflict ") == true && $0.rows[1] == "ours"
                    && !$0.text.contains("changed elsewhere")
            }
        )
        terminal.type("q1")
        #expect(terminal.wait { $0.rows.first == "Notes" && $0.text.contains("tea  theirs") })
        terminal.type("q")
        #expect(terminal.waitForExit() == .exited(0))
    }
}
