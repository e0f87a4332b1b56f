// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexTestSupport
import Testing

@testable import TodoExample

/// Inputs and replies.
@Suite struct SessionTests {
    private let app: TodoApp

    init() throws {
        app = try TodoApp()
    }

    @Test func eachCommandThatChangesTheListIsAnsweredWithTheList() throws {
        let commands = [
            ("add Buy milk", ["1 [ ] Buy milk", "1 open, 0 done"]),
            ("  add   Call  Ann ", ["1 [ ] Buy milk", "2 [ ] Call  Ann", "2 open, 0 done"]),
            ("done 1", ["1 [x] Buy milk", "2 [ ] Call  Ann", "1 open, 1 done"]),
            ("rename 2 Call Bob", ["1 [x] Buy milk", "2 [ ] Call Bob", "1 open, 1 done"]),
            ("move 2 1", ["1 [ ] Call Bob", "2 [x] Buy milk", "1 open, 1 done"]),
            ("filter done", ["2 [x] Buy milk", "1 open, 1 done, done shown"]),
            ("undo 2", ["2 open, 0 done, done shown"]),
            ("filter all", ["1 [ ] Call Bob", "2 [ ] Buy milk", "2 open, 0 done"]),
            ("move 1 2", ["1 [ ] Buy milk", "2 [ ] Call Bob", "2 open, 0 done"]),
            ("remove 1", ["1 [ ] Call Bob", "1 open, 0 done"]),
            ("add Read", ["1 [ ] Call Bob", "2 [ ] Read", "2 open, 0 done"]),
        ]
        let child = try app.start()
        #expect(child.nextLine() == "0 open, 0 done")
        for (command, answer) in commands {
            child.write(command + "\n")
            #expect(child.nextLines(answer.count) == answer, "\(command)")
        }
        child.write("quit\n")
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func whatChangesNothingDrawsNothing() throws {
        let (output, ending) = try app.session("add Buy milk", "done 1", "done 1", "filter all", "", "  ", "move 1 1")
        #expect(
            output == [
                "0 open, 0 done", "1 [ ] Buy milk", "1 open, 0 done", "1 [x] Buy milk", "0 open, 1 done",
            ]
        )
        #expect(ending == .exited(0))
    }

    @Test(arguments: [
        ("bogus", "'bogus' is no command; type help"),
        ("Add x", "'Add' is no command; type help"),
        ("add", "add needs a text"),
        ("done", "done needs a positive number"),
        ("done x", "done needs a positive number, not 'x'"),
        ("done 1 2", "done needs a positive number, not '1 2'"),
        ("undo -1", "undo needs a positive number, not '-1'"),
        ("remove 0", "remove needs a positive number, not '0'"),
        ("remove 99999999999999999999", "remove needs a positive number, not '99999999999999999999'"),
        ("done 7", "there is no to-do 7"),
        ("rename 1", "rename 1 needs a text"),
        ("rename 7 x", "there is no to-do 7"),
        ("move 1", "move 1 needs a positive number"),
        ("move 7 1", "there is no to-do 7"),
        ("move 1 99", "there is no line 99 to move to; the last line is 1"),
        ("filter", "filter needs all, open or done"),
        ("filter some", "filter needs all, open or done"),
        ("autosave maybe", "autosave needs on or off"),
        ("list it", "list stands alone, without 'it'"),
        ("quit now", "quit stands alone, without 'now'"),
    ])
    func mistakeIsAnsweredInOneLineAndChangesNothing(command: String, answer: String) throws {
        _ = try app.session("add Buy milk")
        try app.markFile()
        let (output, ending) = try app.session(command, command)
        #expect(output == ["1 [ ] Buy milk", "1 open, 0 done", "? " + answer, "? " + answer])
        #expect(ending == .exited(0))
        #expect(try app.isMarkedFile())
    }

    @Test func listIsShownOnRequest() throws {
        let (output, _) = try app.session("add Buy milk", "list")
        let list = ["1 [ ] Buy milk", "1 open, 0 done"]
        #expect(output == ["0 open, 0 done"] + list + list)
    }

    @Test func helpNamesEachCommand() throws {
        let (output, _) = try app.session("help")
        let words = ["add", "done", "undo", "rename", "remove", "move", "filter", "autosave", "list", "help", "quit"]
        #expect(words.filter { word in !output.contains { $0.contains(word) } } == [])
    }

    @Test func nothingIsReadAfterQuit() throws {
        let (output, ending) = try app.session("quit", "add Late")
        #expect(output == ["0 open, 0 done"])
        #expect(ending == .exited(0))
    }

    @Test func toDoWithoutAnIDLeftIsRefusedAndTheListStaysReadable() throws {
        let last = [Todo(id: 999_999_999, title: "Last")]
        try StateFile<[Todo]>(at: app.folder.file("todo.state")).save(last)
        let (output, ending) = try app.session("add One more", "done 1")
        #expect(
            output == [
                "1 [ ] Last", "1 open, 0 done", "? the list has no room for another to-do", "1 [x] Last",
                "0 open, 1 done",
            ]
        )
        #expect(ending == .exited(0))
        #expect(try app.session("list").output.first == "1 [x] Last")
    }
}
