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
        try link("todo.state", to: "there/next.state")
        try link("there/next.state", to: app.folder.file("there/real.state"))
        _ = try app.session("add Buy milk")
        _ = try app.session("add Read")
        let names = try FileManager.default.contentsOfDirectory(atPath: app.folder.file("there")).sorted()
        #expect(names == ["next.state", "real.state", "real.state.lock", "real.state.previous"])
        #expect(try destination(of: "todo.state") == "there/next.state")
        #expect(try app.folder.text(of: "there/real.state").contains("Buy milk"))
        #expect(try app.savedTitles() == ["Buy milk", "Read"])
    }

    @Test func linksInACircleAreReportedAndStay() throws {
        try link("todo.state", to: "other.json")
        try link("other.json", to: "todo.state")
        let child = try app.start()
        #expect(child.remainingErrors().hasSuffix("cannot be read: Too many levels of symbolic links.\n"))
        #expect(child.waitForExit() == .exited(1))
        #expect(try destination(of: "todo.state") == "other.json")
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
        try FileManager.default.attributesOfItem(atPath: app.folder.file("todo.state"))
    }
}
