// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct CommandLineTests {
    private static let badRecord = """
        --record needs a file that ends with one of .html, .htm, .jsonl, .ndjson, .trace, .trace.json, .mmd, .mermaid, \
        .json, .txt
        """

    @Test(arguments: [
        (["--what"], "unknown option '--what'"),
        (["extra"], "unknown option 'extra'"),
        (["--file"], "--file needs the path of a file"),
        (["--file", ""], "--file needs the path of a file"),
        (["--no-save", "--log"], "--log needs the path of a file"),
        (["--record"], Self.badRecord),
        (["--record", "run.pdf"], Self.badRecord),
        (
            ["--record", "/no/such/run.txt"],
            "--record /no/such/run.txt: no file can be written in the folder /no/such/"
        ),
    ])
    func mistakeIsReportedInOneLineAndEndsWithTwo(arguments: [String], message: String) throws {
        let child = try ChildProcess(product: "TodoExample", arguments: arguments)
        #expect(child.remainingErrors() == "TodoExample: \(message). --help shows the options.\n")
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(2))
    }

    @Test(arguments: ["--help", "-h"]) func helpSaysWhatTheProgramIs(option: String) throws {
        let child = try ChildProcess(product: "TodoExample", arguments: [option])
        let output = child.remainingOutput()
        #expect(output.hasPrefix("TodoExample keeps a list of things to do"))
        #expect(output.contains("\nusage: TodoExample [--file FILE]"))
        #expect(output.contains("\nmove N M "))
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func recordingIsWrittenWhenItEnds() throws {
        let app = try TodoApp()
        let file = app.folder.file("run.html")
        let child = try app.start(["--record", file])
        child.write("add Buy milk\nquit\n")
        child.closeInput()
        #expect(child.remainingErrors().hasSuffix("\nRecording: \(file), 4 actions\n"))
        #expect(child.waitForExit() == .exited(0))
        let page = try app.folder.text(of: "run.html")
        #expect(page.contains("Buy milk"))
    }

    @Test(arguments: ["todo.json", "log.txt"]) func recordingThatWouldRuinAFileIsRefused(name: String) throws {
        let app = try TodoApp()
        let file = app.folder.file(name)
        let list = app.folder.file("todo.json")
        let child = try app.start(["--file", list, "--log", app.folder.file("log.txt"), "--record", file])
        child.closeInput()
        #expect(child.remainingErrors().hasPrefix("TodoExample: --record \(file) would ruin the "))
        #expect(child.waitForExit() == .exited(2))
    }

    @Test(arguments: [
        ["todo.state"], ["./todo.state"], ["here/todo.state"], ["link.json"], ["dangling.json", "link.json"],
        ["second.json"],
    ])
    func logThatWouldRuinTheListIsRefused(names: [String]) throws {
        let app = try TodoApp()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: app.folder.file("here"), withDestinationPath: ".")
        try files.createSymbolicLink(atPath: app.folder.file("link.json"), withDestinationPath: "here/todo.state")
        try files.createSymbolicLink(atPath: app.folder.file("dangling.json"), withDestinationPath: "here/link.json")
        if names == ["second.json"] {
            try app.folder.write("[]", to: "todo.state")
            try files.linkItem(atPath: app.folder.file("todo.state"), toPath: app.folder.file("second.json"))
        }
        for name in names {
            let child = try app.start(["--log", app.folder.file(name)])
            child.write("add Buy milk\n")
            child.closeInput()
            #expect(
                child.remainingErrors().hasPrefix(
                    "TodoExample: --log \(app.folder.file(name)) would ruin the list, which is that file. "
                )
            )
            #expect(child.remainingOutput() == "")
            #expect(child.waitForExit() == .exited(2))
        }
        #expect(files.fileExists(atPath: app.folder.file("todo.state")) == (names == ["second.json"]))
    }

    @Test func logInAnotherFileBesideTheListIsWritten() throws {
        let app = try TodoApp()
        try app.folder.write("", to: "log.json")
        let (_, ending) = try app.session("add Buy milk", arguments: ["--log", app.folder.file("log.json")])
        #expect(ending == .exited(0))
        #expect(try app.savedTitles() == ["Buy milk"])
        #expect(try app.folder.text(of: "log.json").contains("Buy milk"))
    }

    @Test func logShowsEachActionAndWhatItChanged() throws {
        let app = try TodoApp()
        _ = try app.session("add Buy milk", "done 1", arguments: ["--log", app.folder.file("log.txt")])
        let log = try app.folder.text(of: "log.txt")
        let entry = /(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (?=\w)/
        #expect(log.prefixMatch(of: entry) != nil)
        let lines = log.replacing(entry, with: "").split(separator: "\n").map(String.init)
        let done = try #require(lines.firstIndex { $0.hasPrefix("list(") && $0.contains("setDone(true)") })
        #expect(lines[done - 2].hasPrefix(#"terminal(entered("done 1"))"#))
        #expect(lines[done].contains(" ← ListScreen.swift:"))
        #expect(lines[done + 1] == "list.todos[0].isDone: false → true")
    }
}
