// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// What is in the file, and when.
@Suite struct SavingTests {
    private let app: TodoApp

    init() throws {
        app = try TodoApp()
    }

    @Test func fileHoldsTheListAsJSON() throws {
        _ = try app.session("add Buy milk", "add Read \"Emma\"/1", "done 2", "move 2 1")
        #expect(
            try app.folder.text(of: "todo.json") == """
                [
                  {
                    "id" : 2,
                    "isDone" : true,
                    "title" : "Read \\"Emma\\"/1"
                  },
                  {
                    "id" : 1,
                    "isDone" : false,
                    "title" : "Buy milk"
                  }
                ]

                """
        )
    }

    @Test func nextSessionGoesOnWithTheList() throws {
        _ = try app.session("add Buy milk", "add Call Ann", "done 2")
        let (output, _) = try app.session("add Read")
        #expect(output.prefix(3) == ["1 [ ] Buy milk", "2 [x] Call Ann", "1 open, 1 done"])
        #expect(try app.savedTitles() == ["Buy milk", "Call Ann ✓", "Read"])
    }

    @Test func whoOnlyLooksWritesNothing() throws {
        _ = try app.session("add Buy milk")
        try app.markFile()
        _ = try app.session("list", "filter done", "done 7", "autosave on")
        #expect(try app.isMarkedFile())
        _ = try app.session("done 1")
        #expect(try !app.isMarkedFile())
    }

    @Test func answeredCommandSurvivesAKill() throws {
        let child = try app.start()
        #expect(child.nextLine() == "0 open, 0 done")
        for count in 1...5 {
            child.write("add Number \(count)\n")
            #expect(child.line { $0.hasSuffix("done") } == "\(count) open, 0 done")
        }
        child.signal(SIGKILL)
        #expect(child.waitForExit() == .signalled(SIGKILL))
        #expect(try app.savedTitles() == (1...5).map { "Number \($0)" })
    }

    @Test(arguments: [1, 2, 5, 20])
    func killAtAnyMomentLeavesAWholeFileWithAllThatWasAnswered(answers: Int) throws {
        let child = try app.start()
        child.write((1...100).map { "add Number \($0)\n" }.joined())
        for _ in 0...answers { _ = child.line { $0.hasSuffix("done") } }
        child.signal(SIGKILL)
        #expect(child.waitForExit() == .signalled(SIGKILL))
        let titles = try app.savedTitles()
        #expect(titles.count >= answers)
        #expect(titles == (1...titles.count).map { "Number \($0)" })
    }

    /// A signal comes at another point of a save each time, and what it leaves behind is gone when the app has run again.
    @Test func killsLeaveNothingBesideTheList() throws {
        for round in 1...20 {
            let child = try app.start()
            child.write((1...50).map { "add Number \($0)\n" }.joined())
            for _ in 0...round { _ = child.line { $0.hasSuffix("done") } }
            child.signal(SIGKILL)
            #expect(child.waitForExit() == .signalled(SIGKILL))
            let names = try FileManager.default.contentsOfDirectory(atPath: app.folder.path)
            #expect(Set(names).isSubset(of: ["todo.json", ".todo.json.TodoExample.new"]))
        }
        _ = try app.session("list")
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.path) == ["todo.json"])
    }

    @Test(arguments: ["", "half of a li", #"[{"id":7,"title":"never saved","isDone":false}]"#])
    func whatAKillLeftIsRemovedAndNotRead(rest: String) throws {
        _ = try app.session("add Buy milk")
        try app.folder.write(rest, to: ".todo.json.TodoExample.new")
        let (output, _) = try app.session("list")
        #expect(output.first == "1 [ ] Buy milk")
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.path) == ["todo.json"])
    }

    @Test func whatSomeoneElsePutWhereANewListIsMadeStays() throws {
        try app.folder.write("precious", to: "precious")
        try FileManager.default.createSymbolicLink(
            atPath: app.folder.file(".todo.json.TodoExample.new"),
            withDestinationPath: "precious"
        )
        let (output, ending) = try app.session("add Buy milk")
        #expect(output.last == "1 open, 0 done, not saved: Too many levels of symbolic links")
        #expect(ending == .exited(1))
        #expect(try app.folder.text(of: "precious") == "precious")
    }

    @Test func fileWithAnotherNameIsNotWrittenAsTheNextList() throws {
        let child = try app.start()
        #expect(child.nextLine() == "0 open, 0 done")
        try app.folder.write("precious", to: "precious")
        let staging = app.folder.file(".todo.json.TodoExample.new")
        try FileManager.default.linkItem(atPath: app.folder.file("precious"), toPath: staging)
        child.write("add Buy milk\n")
        #expect(child.nextLines(2).last == "1 open, 0 done, not saved: \(staging) is in the way")
        #expect(try app.folder.text(of: "precious") == "precious")
    }

    @Test func fileIsReplacedAndNeverRewritten() throws {
        _ = try app.session("add Buy milk")
        let before = try app.folder.text(of: "todo.json")
        let old = try #require(FileHandle(forReadingAtPath: app.folder.file("todo.json")))
        _ = try app.session("add Call Ann")
        #expect(String(decoding: try #require(try old.readToEnd()), as: UTF8.self) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.path) == ["todo.json"])
    }

    @Test func linkToAFileStaysALink() throws {
        try app.folder.write("[]", to: "real.json")
        try FileManager.default.createSymbolicLink(
            atPath: app.folder.file("todo.json"),
            withDestinationPath: "real.json"
        )
        _ = try app.session("add Buy milk")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: app.folder.file("todo.json")) == "real.json")
        #expect(try app.folder.text(of: "real.json").contains("Buy milk"))
    }

    @Test func closedGateKeepsTheFileAndOpeningItSavesAtOnce() throws {
        _ = try app.session("add Buy milk")
        let child = try app.start(["--no-save"])
        #expect(child.nextLines(2) == ["1 [ ] Buy milk", "1 open, 0 done, autosave is off"])
        // The answer to the second command comes when all is done that the first one caused.
        child.write("done 1\nlist\n")
        #expect(child.nextLines(4).last == "0 open, 1 done, autosave is off")
        #expect(try app.savedTitles() == ["Buy milk"])
        child.write("autosave on\n")
        #expect(child.nextLines(2) == ["1 [x] Buy milk", "0 open, 1 done"])
        #expect(try app.savedTitles() == ["Buy milk ✓"])
        child.write("autosave off\nundo 1\nlist\n")
        #expect(child.nextLines(6).last == "1 open, 0 done, autosave is off")
        #expect(try app.savedTitles() == ["Buy milk ✓"])
    }

    @Test func failureToSaveIsReportedUntilItSucceeds() throws {
        let child = try ChildProcess(
            product: "TodoExample",
            arguments: ["--file", app.folder.file("later/todo.json")]
        )
        child.write("add Buy milk\n")
        #expect(
            child.nextLines(3).dropFirst()
                == ["1 [ ] Buy milk", "1 open, 0 done, not saved: No such file or directory"]
        )
        try FileManager.default.createDirectory(atPath: app.folder.file("later"), withIntermediateDirectories: false)
        child.write("autosave on\n")
        #expect(child.nextLines(2) == ["1 [ ] Buy milk", "1 open, 0 done"])
        #expect(try app.folder.text(of: "later/todo.json").contains("Buy milk"))
        child.write("quit\n")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func whatSomeoneElseHasWrittenMeanwhileStays() throws {
        let child = try app.start()
        #expect(child.nextLine() == "0 open, 0 done")
        _ = try app.session("add Buy milk")
        child.write("add Call Ann\n")
        #expect(
            child.nextLines(2)
                == ["1 [ ] Call Ann", "1 open, 0 done, not saved: someone else has changed the file"]
        )
        try app.folder.write("broken", to: "todo.json")
        child.write("add Read\nquit\n")
        #expect(
            child.nextLines(3).last == "2 open, 0 done, not saved: it is not a list of to-dos in JSON"
        )
        #expect(child.waitForExit() == .exited(1))
        #expect(try app.folder.text(of: "todo.json") == "broken")
    }

    @Test func endWithSomethingUnsavedIsAFailure() throws {
        let child = try ChildProcess(
            product: "TodoExample",
            arguments: ["--file", app.folder.file("never/todo.json")]
        )
        child.write("add Buy milk\nquit\n")
        #expect(child.waitForExit() == .exited(1))
    }
}
