// SPDX-License-Identifier: MIT

import Foundation
import PseudoTerminal
import Testing

/// The program in a terminal, on this machine alone.
struct TerminalTests {
    private let folder = NSTemporaryDirectory() + "/notes-\(UUID().uuidString)"
    private static let program = Bundle.main.bundleURL.appending(path: "NotesExample").path

    private func start(_ arguments: String..., editor: String = "true") throws -> PseudoTerminal {
        try PseudoTerminal(
            [Self.program, "--folder", folder] + arguments,
            environment: ["EDITOR": editor],
            rows: 8,
            columns: 100
        )
    }

    @Test func noteIsMadeEditedFoundDeletedAndPutBackAndIsThereAtTheNextStart() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // An editor that reads from the terminal. The app must not get its input.
        let first = try start(editor: "printf 'type: '; read line; echo milk $line >")
        #expect(first.waits(for: "on this machine alone"))
        first.type("nshopping\r")
        #expect(first.wait { $0.rows.first == "shopping" })
        first.type("e")
        #expect(first.waits(for: "type:"))
        first.type("and bread\r")
        #expect(first.waits(for: "milk and bread"))
        first.type("q/brea\r")
        #expect(first.wait { $0.rows.first == "Notes  /brea" && $0.text.contains("shopping  milk and bread") })
        first.type("d")
        #expect(first.wait { !$0.text.contains("shopping") && $0.text.contains("u: undo") })
        first.type("u")
        #expect(first.wait { $0.text.contains("shopping  milk and bread") && !$0.text.contains("u: undo") })
        first.type("q")
        #expect(first.waitForExit() == .exited(0))
        #expect(first.isCooked && !first.screen.isOther && first.screen.hasCursor)

        let second = try start()
        #expect(second.waits(for: "shopping  milk and bread"))
        #expect(second.waits(for: "1 waiting"))
        second.type("q")
        #expect(second.waitForExit() == .exited(0))
    }

    /// Starts the app again and waits for its notes.
    private func notes(_ isReached: (ScreenText) -> Bool) throws -> Bool {
        let terminal = try start()
        defer { terminal.type("q") }
        return terminal.wait(isReached)
    }

    @Test func keysThatComeBeforeTheEditorHasEndedLoseNothing() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try start(
            editor: "echo begun >/dev/tty; until [ -e \(folder)/go ]; do sleep 0.01; done; echo milk >"
        )
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nshopping\re")
        #expect(terminal.waits(for: "begun"))
        terminal.type("qdqq")
        try Data().write(to: URL(filePath: folder + "/go"))
        #expect(terminal.wait { $0.rows.first == "shopping" && $0.text.contains("milk") })
        terminal.type("qq")
        #expect(terminal.waitForExit() == .exited(0))
        #expect(try notes { $0.text.contains("shopping  milk") })
    }

    @Test func noteThatIsMadeAndLeftAtOnceIsKept() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try start()
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nshopping\rqq")
        #expect(terminal.waitForExit() == .exited(0))
        #expect(try notes { $0.text.contains("shopping") })
    }

    @Test(arguments: [
        ("echo milk > \"$1\"; exit 3 #", "has ended with 3"), ("printf 'caf\\351' > \"$1\"; true", "is no UTF-8"),
    ])
    func nextEditorGoesOnWithWhatAFailureHasLeft(editor: String, reason: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try start(editor: editor)
        #expect(first.waits(for: "on this machine alone"))
        first.type("nshopping\re")
        #expect(first.waits(for: reason))
        first.type("qq")
        #expect(first.waitForExit() == .exited(0))

        let second = try start(
            editor: "set -- \"$1\" \"$(cat \"$1\" | tr -d '\\351')\"; echo \"$2, bread\" > \"$1\"; true"
        )
        #expect(second.waits(for: "unfinished: 'shopping'"))
        second.type("\re")
        #expect(second.wait { $0.text.contains(", bread") && !$0.text.contains("unfinished") })
        #expect(second.wait { $0.rows[1] == "milk, bread" || $0.rows[1] == "caf, bread" })
        second.type("qq")
        #expect(second.waitForExit() == .exited(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/drafts").isEmpty)
    }

    @Test(arguments: [SIGHUP, SIGTERM, SIGKILL])
    func whatWasSavedIsThereWhenTheProgramEndsBeforeItsEditor(number: Int32) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try start(editor: "trap 'exit 0' HUP; echo milk > \"$1\"; echo begun >/dev/tty; read line; true")
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nshopping\re")
        #expect(terminal.waits(for: "begun"))
        kill(number == SIGKILL ? try #require(terminal.childID) : terminal.processID, number)
        #expect(terminal.waitForExit() == .signalled(number))
        #expect(try notes { $0.text.contains("unfinished: 'shopping'") })
    }

    /// Reads a line, and stops like Ctrl-Z.
    private static let stoppingEditor = "printf 'type: '; read line; kill -TSTP 0; echo milk >"

    @Test func stoppedEditorStopsTheProgramAndGoesOnWithIt() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try PseudoTerminal(
            ["bash", "--norc", "--noprofile", "-i"],
            environment: ["PS1": "$ ", "EDITOR": Self.stoppingEditor],
            rows: 8,
            columns: 100
        )
        #expect(terminal.waits(for: "$"))
        terminal.type("\(Self.program) --folder \(folder)\r")
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nshopping\re")
        #expect(terminal.waits(for: "type:"))
        terminal.type("\r")
        #expect(terminal.waits(for: "Stopped"))
        // In the background the editor stops again.
        terminal.type("bg; until jobs | grep Stopped; do :; done; echo ag''ain\r")
        #expect(terminal.waits(for: "again"))
        terminal.type("fg\r")
        #expect(terminal.wait { $0.isOther && $0.text.contains("milk") })
        terminal.type("qq")
        // The shell has the terminal again after its prompt.
        #expect(terminal.wait { !$0.isOther && $0.rows.last { !$0.isEmpty } == "$" })
        terminal.type("exit\r")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test func stoppedEditorGoesOnWhereNobodyCouldContinueTheProgram() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try start(editor: Self.stoppingEditor)
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nshopping\re")
        #expect(terminal.waits(for: "type:"))
        terminal.type("\r")
        #expect(terminal.wait { $0.rows[1] == "milk" })
        terminal.type("qq")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test func editorMayBeTheSameProgram() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let inner = folder + "/inner"
        let terminal = try start(editor: "\(Self.program) --folder \(inner); echo milk >")
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nshopping\r")
        #expect(terminal.wait { $0.rows.first == "shopping" })
        terminal.type("e")
        #expect(terminal.wait { $0.rows.first == "Notes" })
        terminal.type("ninside\r")
        #expect(terminal.wait { $0.rows.first == "inside" })
        terminal.type("qq")
        #expect(terminal.wait { $0.rows[1] == "milk" })
        terminal.type("qq")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test(arguments: [("", "false"), ("false", ""), ("false", "true")])
    func firstEditorThatHasANameIsTaken(visual: String, editor: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let terminal = try PseudoTerminal(
            [Self.program, "--folder", folder],
            environment: ["VISUAL": visual, "EDITOR": editor],
            rows: 8,
            columns: 100
        )
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nshopping\re")
        #expect(terminal.waits(for: "'false' has ended with 1"))
        terminal.type("qq")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test func eachUserOfEachServerHasAFolder() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let long = "http://127.0.0.1:9/" + String(repeating: "p", count: 300)
        for (url, user) in [
            ("http://127.0.0.1:9/s/t", "ada"), ("http://127.0.0.1:9/s-t", "ada"), (long, "ada"), (long, "bob"),
        ] {
            let terminal = try PseudoTerminal(
                [Self.program, url],
                environment: ["XDG_STATE_HOME": folder, "NOTES_USER": user],
                rows: 8,
                columns: 100
            )
            #expect(terminal.waits(for: "refuses connections"))
            terminal.type("q")
            #expect(terminal.waitForExit() == .exited(0))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/NotesExample").count == 4)
    }

    @Test func recordingIsForItsOwnerAlone() throws {
        let record = folder + "-record.json"
        defer { for path in [folder, record] { try? FileManager.default.removeItem(atPath: path) } }
        let terminal = try start("--record", record)
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exited(0))
        let attributes = try FileManager.default.attributesOfItem(atPath: record)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect((attributes[.size] as? NSNumber)?.intValue ?? 0 > 0)
    }

    @Test func runCanBeInspected() throws {
        let address = folder + "-address"
        defer { for path in [folder, address] { try? FileManager.default.removeItem(atPath: path) } }
        let terminal = try PseudoTerminal(
            ["/bin/sh", "-c", "exec '\(Self.program)' --folder '\(folder)' --inspect 2>'\(address)'"],
            environment: ["EDITOR": "true"],
            rows: 8,
            columns: 200
        )
        #expect(terminal.waits(for: "on this machine alone"))
        terminal.type("nmilk\rq")
        #expect(terminal.wait { $0.rows.first == "Notes" && $0.text.contains("milk") })
        let line = try String(contentsOfFile: address, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        let parts = try #require(line.last).split(separator: "#")
        let client = Process()
        let output = Pipe()
        client.executableURL = URL(filePath: "/usr/bin/env")
        let events = "\(parts[0])events?after=0&count=99"
        client.arguments = ["curl", "-s", "-H", "Authorization: Bearer \(parts[1])", events]
        client.standardOutput = output
        try client.run()
        let lines = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        client.waitUntilExit()
        #expect(lines?.contains("milk") == true)
        terminal.type("q")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test func recordingHasNoPassword() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let record = folder + "-record.json"
        defer { try? FileManager.default.removeItem(atPath: record) }
        let terminal = try PseudoTerminal(
            [Self.program, "--folder", folder, "--record", record, "http://127.0.0.1:9/"],
            environment: ["NOTES_USER": "ada", "NOTES_PASSWORD": "lovelace"],
            rows: 8,
            columns: 100
        )
        #expect(terminal.waits(for: "refuses connections"))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exited(0))
        let recorded = try String(contentsOfFile: record, encoding: .utf8)
        #expect(recorded.contains("refuses connections"))
        #expect(!recorded.contains("lovelace"))
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
        for file in kept {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
            #expect(!String(decoding: bytes, as: UTF8.self).contains("lovelace"))
        }
    }

    @Test(arguments: [
        (["--wrong"], "unknown option '--wrong'"),
        (["ftp://host/"], "the URL begins with http:// or https:// and has a server"),
        (["http://ada:lovelace@host/"], "user and password do not belong into the URL, which others can see"),
        (["http://host/", "more"], "'more' is one word too many"),
        (["--record", "x.doc"], "--record needs a file that ends with one of"),
        (["--log"], "--log needs a path"),
        (["--log", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["--record", "/nowhere/x.html"], "/nowhere/x.html: No such file or directory"),
        (["HTTP://ada@host/"], "user and password do not belong into the URL, which others can see"),
    ])
    func badUseIsOneLineAndTheUsage(arguments: [String], complaint: String) throws {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = arguments
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(text.hasPrefix("NotesExample: \(complaint)"))
        #expect(text.split(separator: "\n").dropFirst().first?.hasPrefix("usage: ") == true)
        #expect(!text.contains("lovelace"))
    }
}
