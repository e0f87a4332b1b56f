// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct BrokenFileTests {
    private let app: TodoApp

    init() throws {
        app = try TodoApp()
    }

    @Test(arguments: ["no list", #"[{"id":1,"title":"Buy milk","isDone":false}]"#])
    func fileOfSomethingElseIsReportedAndKept(content: String) throws {
        try app.folder.write(content, to: "todo.state")
        try expectRefusal("is not a to-do list and was left as it is. Use --file to keep the list elsewhere")
        #expect(try app.folder.text(of: "todo.state") == content)
        #expect(try app.names() == ["todo.state"])
    }

    @Test func damagedFileIsPutAsideForTheOneBefore() throws {
        _ = try app.session("add Buy milk", "add Call Ann")
        let whole = try app.folder.text(of: "todo.state")
        try app.folder.write(String(whole.dropLast()), to: "todo.state")
        let (output, ending) = try app.session("add Read")
        let note = "the saved list was damaged and is kept as \(app.folder.file("todo.state")).damaged-1"
        #expect(
            output == ["1 [ ] Buy milk", "1 open, 0 done, \(note)", "1 [ ] Buy milk", "2 [ ] Read", "2 open, 0 done"]
        )
        #expect(ending == .exited(0))
        #expect(try app.savedTitles() == ["Buy milk", "Read"])
        #expect(try app.folder.text(of: "todo.state.damaged-1") == String(whole.dropLast()))
    }

    @Test(arguments: ["Rex State 2 1 0 2", "Rex State 2 without a checksum"])
    func damagedFileWithoutOneBeforeIsReportedAndKept(content: String) throws {
        try app.folder.write(content, to: "todo.state")
        try expectRefusal("cannot be read: it was damaged and has been put aside, and there is no good one before it")
        #expect(try app.folder.text(of: "todo.state.damaged-1") == content)
    }

    @Test func folderInPlaceOfTheFileIsReported() throws {
        try FileManager.default.createDirectory(
            atPath: app.folder.file("todo.state"),
            withIntermediateDirectories: false
        )
        try expectRefusal("cannot be read: it is no file")
    }

    private func expectRefusal(_ reason: String) throws {
        let child = try app.start()
        child.write("add Buy bread\nautosave on\nquit\n")
        let file = app.folder.file("todo.state")
        #expect(child.remainingErrors() == "TodoExample: \(file) \(reason).\n")
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(1))
    }
}
