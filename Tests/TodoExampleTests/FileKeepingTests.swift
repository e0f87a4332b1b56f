// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// What saving leaves as it was, the list aside.
@Suite struct FileKeepingTests {
    private let app: TodoApp

    init() throws {
        app = try TodoApp()
    }

    @Test(arguments: [0o600, 0o640, 0o664, 0o755])
    func modeStays(mode: Int) throws {
        try app.folder.write("[]", to: "todo.json")
        try setAttributes([.posixPermissions: mode])
        _ = try app.session("add Buy milk")
        #expect(try app.savedTitles() == ["Buy milk"])
        #expect(try attributes()[.posixPermissions] as? Int == mode)
    }

    @Test func newListIsForTheUserAlone() throws {
        _ = try app.session("add Buy milk")
        #expect(try attributes()[.posixPermissions] as? Int == 0o600)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func ownerAndGroupStay() throws {
        try app.folder.write("[]", to: "todo.json")
        try setAttributes([.ownerAccountID: 12_345, .groupOwnerAccountID: 23_456])
        _ = try app.session("add Buy milk")
        #expect(try app.savedTitles() == ["Buy milk"])
        #expect(try attributes()[.ownerAccountID] as? Int == 12_345)
        #expect(try attributes()[.groupOwnerAccountID] as? Int == 23_456)
    }

    @Test(.enabled(if: Self.losesRights, "root needs setpriv to lose its right to write everything"))
    func fileThatMayNotBeWrittenIsNotReplaced() throws {
        try app.folder.write("[]", to: "todo.json")
        try setAttributes([.posixPermissions: 0o400])
        let program = [ChildProcess.productsDirectory + "/TodoExample", "--file", app.folder.file("todo.json")]
        let words = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override"] + program : program
        let child = try ChildProcess(running: words[0], arguments: Array(words.dropFirst()))
        child.write("add Buy milk\nquit\n")
        #expect(child.line { $0.hasPrefix("1 open") } == "1 open, 0 done, not saved: Permission denied")
        #expect(child.waitForExit() == .exited(1))
        #expect(try app.folder.text(of: "todo.json") == "[]")
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.path) == ["todo.json"])
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
        #expect(names == ["next.json", "real.json"])
        #expect(try destination(of: "todo.json") == "there/next.json")
        #expect(try app.folder.text(of: "there/real.json").contains("Buy milk"))
        #expect(try app.savedTitles() == ["Buy milk", "Read"])
    }

    @Test func linksInACircleAreReportedAndStay() throws {
        try link("todo.json", to: "other.json")
        try link("other.json", to: "todo.json")
        let child = try app.start()
        #expect(child.remainingErrors().hasSuffix("stays as it is: Too many levels of symbolic links\n"))
        #expect(child.waitForExit() == .exited(1))
        #expect(try destination(of: "todo.json") == "other.json")
    }

    private static var losesRights: Bool {
        guard geteuid() == 0 else { return true }
        let child = try? ChildProcess(running: "setpriv", arguments: ["--bounding-set=-dac_override", "true"])
        return child?.waitForExit() == .exited(0)
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

    private func setAttributes(_ attributes: [FileAttributeKey: Any]) throws {
        try FileManager.default.setAttributes(attributes, ofItemAtPath: app.folder.file("todo.json"))
    }
}
