// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Properties of the file that saving preserves.
@Suite struct FileKeepingTests {
    private let app: TodoApp

    init() throws {
        app = try TodoApp()
    }

    @Test func newListIsForTheUserAlone() throws {
        _ = try app.session("add Buy milk")
        #expect(try attributes()[.posixPermissions] as? Int == 0o600)
    }

    @Test func linksAreWrittenThroughToAFileThatIsNotThereYet() throws {
        try FileManager.default.createDirectory(
            atPath: app.folder.file("there"),
            withIntermediateDirectories: false
        )
        try link("todo.json", to: "there/next.json")
        try link("there/next.json", to: app.folder.file("there/real.json"))
        _ = try app.session("add Buy milk")
        _ = try app.session("add Read")
        let names = try FileManager.default.contentsOfDirectory(atPath: app.folder.file("there")).sorted()
        #expect(names == ["next.json", "real.json", "real.json.lock", "real.json.previous"])
        #expect(try destination(of: "todo.json") == "there/next.json")
        #expect(try app.folder.text(of: "there/real.json").contains("Buy milk"))
        #expect(try app.savedTitles() == ["Buy milk", "Read"])
    }

    @Test func linksInACircleAreReportedAndStay() throws {
        try link("todo.json", to: "other.json")
        try link("other.json", to: "todo.json")
        let child = try app.start()
        #expect(child.remainingErrors().hasSuffix("cannot be read: Too many levels of symbolic links.\n"))
        #expect(child.waitForExit() == .exited(1))
        #expect(try destination(of: "todo.json") == "other.json")
    }

    private func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: app.folder.file(name),
            withDestinationPath: destination
        )
    }

    private func destination(of name: String) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: app.folder.file(name))
    }

    private func attributes() throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: app.folder.file("todo.json"))
    }
}
