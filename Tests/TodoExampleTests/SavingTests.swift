// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The contents of the file, and the times of saves.
@Suite struct SavingTests {
    private let app: TodoApp

    init() throws {
        app = try TodoApp()
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

    /// A signal interrupts a save at different points.
    ///
    /// The next save removes the remaining files.
    @Test func killsLeaveNothingBesideTheList() throws {
        for round in 1...20 {
            let child = try app.start()
            child.write((1...50).map { "add Number \($0)\n" }.joined())
            for _ in 0...round { _ = child.line { $0.hasSuffix("done") } }
            child.signal(SIGKILL)
            #expect(child.waitForExit() == .signalled(SIGKILL))
            #expect(try app.names().isSubset(of: ["todo.state", "todo.state.new"]))
        }
        _ = try app.session("add Last")
        #expect(try app.names() == ["todo.state"])
    }

    @Test func fileIsReplacedAndNeverRewritten() throws {
        _ = try app.session("add Buy milk")
        let before = try app.folder.text(of: "todo.state")
        let old = try #require(FileHandle(forReadingAtPath: app.folder.file("todo.state")))
        _ = try app.session("add Call Ann")
        #expect(String(decoding: try #require(try old.readToEnd()), as: UTF8.self) == before)
        #expect(try app.names() == ["todo.state"])
    }

    @Test func linkToAFileStaysALink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: app.folder.file("todo.state"),
            withDestinationPath: "real.state"
        )
        _ = try app.session("add Buy milk")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: app.folder.file("todo.state")) == "real.state"
        )
        #expect(try app.folder.text(of: "real.state").contains("Buy milk"))
    }

    @Test func listIsAsItWasWhileAutosaveIsOffAndSavedAtOnceWhenItIsOn() throws {
        _ = try app.session("add Buy milk")
        let child = try app.start(["--no-save"])
        #expect(child.nextLines(2) == ["1 [ ] Buy milk", "1 open, 0 done, autosave is off"])
        // The reply to the second command comes after all effects of the first one.
        child.write("done 1\nlist\n")
        #expect(child.nextLines(4).last == "0 open, 1 done, autosave is off")
        #expect(try app.savedTitles() == ["Buy milk"])
        child.write("autosave on\n")
        #expect(child.nextLines(2) == ["1 [x] Buy milk", "0 open, 1 done"])
        #expect(try app.savedTitles() == ["Buy milk ✓"])
        child.write("autosave off\nundo 1\nautosave off\nlist\n")
        #expect(child.nextLines(6).last == "1 open, 0 done, autosave is off")
        child.closeInput()
        #expect(child.waitForExit() == .exited(0))
        #expect(try app.savedTitles() == ["Buy milk ✓"])
    }

    @Test func failureToSaveIsReportedUntilItSucceeds() throws {
        let child = try app.start()
        #expect(child.nextLine() == "0 open, 0 done")
        let inTheWay = app.folder.file("todo.state")
        try FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: false)
        child.write("add Buy milk\nadd Read\n")
        #expect(
            child.nextLines(5) == [
                "1 [ ] Buy milk", "1 open, 0 done, not saved: it is no file",
                "1 [ ] Buy milk", "2 [ ] Read", "2 open, 0 done, not saved: it is no file",
            ]
        )
        try FileManager.default.removeItem(atPath: inTheWay)
        child.write("autosave on\n")
        #expect(child.nextLines(3).last == "2 open, 0 done")
        #expect(try app.savedTitles() == ["Buy milk", "Read"])
        child.write("quit\n")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func secondOneThatWantsTheListIsToldSo() throws {
        let child = try app.start()
        #expect(child.nextLine() == "0 open, 0 done")
        let second = try app.start()
        #expect(
            second.remainingErrors() == "TodoExample: \(app.folder.file("todo.state")) is open in another process.\n"
        )
        #expect(second.waitForExit() == .exited(1))
        child.write("add Buy milk\nquit\n")
        #expect(child.waitForExit() == .exited(0))
        #expect(try app.savedTitles() == ["Buy milk"])
    }

    @Test func endWithSomethingUnsavedIsAFailure() throws {
        let child = try app.start()
        #expect(child.nextLine() == "0 open, 0 done")
        try FileManager.default.createDirectory(
            atPath: app.folder.file("todo.state"),
            withIntermediateDirectories: false
        )
        child.write("add Buy milk\nquit\n")
        #expect(child.waitForExit() == .exited(1))
    }
}
