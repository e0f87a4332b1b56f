// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct BrokenFileTests {
    private let app: TodoApp

    init() throws {
        app = try TodoApp()
    }

    @Test(arguments: [
        ("", "it is not a list of to-dos in JSON"),
        ("no JSON", "it is not a list of to-dos in JSON"),
        (#"[{"id":1,"title":"Buy milk","isDone":fal"#, "it is not a list of to-dos in JSON"),
        (#"[{"id":1,"title":"Buy milk"}]"#, "it is not a list of to-dos in JSON"),
        (#"{"id":1,"title":"Buy milk","isDone":false}"#, "it is not a list of to-dos in JSON"),
        (
            #"[{"id":1,"title":"a","isDone":false},{"id":1,"title":"b","isDone":true}]"#,
            "the to-dos in it do not have positive numbers, each of its own"
        ),
        (
            #"[{"id":9223372036854775807,"title":"a","isDone":false}]"#,
            "the to-dos in it do not have positive numbers, each of its own"
        ),
    ])
    func brokenFileIsReportedAndKept(content: String, reason: String) throws {
        try app.folder.write(content, to: "todo.json")
        let child = try app.start()
        child.write("add Buy bread\nautosave on\nquit\n")
        let file = app.folder.file("todo.json")
        #expect(child.remainingErrors() == "TodoExample: \(file) cannot be read and stays as it is: \(reason)\n")
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(1))
        #expect(try app.folder.text(of: "todo.json") == content)
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.path) == ["todo.json"])
    }

    @Test func folderInPlaceOfTheFileIsReported() throws {
        try FileManager.default.createDirectory(
            atPath: app.folder.file("todo.json"),
            withIntermediateDirectories: false
        )
        let child = try app.start()
        #expect(child.remainingErrors().hasSuffix("cannot be read and stays as it is: Is a directory\n"))
        #expect(child.waitForExit() == .exited(1))
    }
}
