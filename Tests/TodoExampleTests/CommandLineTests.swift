// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct CommandLineTests {
    @Test(arguments: [
        (["--what"], "unknown option '--what'"),
        (["extra"], "unknown option 'extra'"),
        (["--file"], "--file needs the path of a file"),
        (["--file", ""], "--file needs the path of a file"),
        (["--no-save", "--log"], "--log needs the path of a file"),
    ])
    func mistakeIsToldInOneLineWithTheUsageAndEndsWithTwo(arguments: [String], message: String) throws {
        let child = try ChildProcess(product: "TodoExample", arguments: arguments)
        let lines = child.remainingErrors().split(separator: "\n")
        #expect(lines.first == "TodoExample: \(message)")
        #expect(lines.dropFirst().first?.hasPrefix("usage: ") == true)
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(2))
    }

    @Test func helpIsPrintedToOutput() throws {
        let child = try ChildProcess(product: "TodoExample", arguments: ["--help"])
        let output = child.remainingOutput()
        #expect(output.hasPrefix("usage: TodoExample [--file FILE]"))
        #expect(output.contains("\nmove N POSITION "))
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func logTellsEachActionAndWhatItChanged() throws {
        let app = try TodoApp()
        _ = try app.session("add Buy milk", "done 1", arguments: ["--log", app.folder.file("log.txt")])
        let lines = try app.folder.text(of: "log.txt").split(separator: "\n").map(String.init)
        let done = try #require(lines.firstIndex { $0.hasPrefix("list(") && $0.contains("setDone(true)") })
        #expect(lines[done - 2].hasPrefix(#"terminal(TodoExample.TerminalAction.entered("done 1"))"#))
        #expect(lines[done].contains(" ← main.swift:"))
        #expect(lines[done + 1] == "list.todos[0].isDone: false → true")
        #expect(lines[done + 2].hasPrefix("storage(TodoExample.StorageAction.saved("))
        #expect(lines[done + 3] == "storage.saved[0].isDone: false → true")
    }
}
