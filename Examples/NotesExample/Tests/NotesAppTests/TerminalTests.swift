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
        // An editor that reads the terminal: what it gets, the app does not.
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
        #expect(
            try !kept.contains { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8).contains("lovelace") }
        )
    }

    @Test(arguments: [
        (["--wrong"], "unknown option '--wrong'"),
        (["ftp://host/"], "the URL begins with http:// or https:// and has a server"),
        (["http://ada:lovelace@host/"], "user and password do not belong into the URL, which others can see"),
        (["http://host/", "more"], "'more' is one word too many"),
        (["--record", "x.doc"], "--record needs a file that ends with one of"),
        (["--log"], "--log needs a path"),
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
