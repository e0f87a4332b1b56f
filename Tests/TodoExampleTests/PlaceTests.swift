// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The location of the list without a `--file` option.
@Suite struct PlaceTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
    }

    #if canImport(Darwin)
    private static let userFolder = "Library/Application Support/TodoExample"
    #else
    private static let userFolder = ".local/state/TodoExample"

    @Test func stateFolderOfTheUserIsTakenFirst() throws {
        try expectList(in: "state/TodoExample", stateHome: place("state"))
    }

    @Test(arguments: ["", "state"])
    func stateFolderThatIsNoAbsolutePathIsIgnored(stateHome: String) throws {
        try expectList(in: Self.userFolder, stateHome: stateHome)
    }

    @Test func missingFoldersAreMadeForTheUserAlone() throws {
        try expectList(in: Self.userFolder)
        for folder in [".local", ".local/state", Self.userFolder] {
            #expect(try mode(of: folder) == 0o700, "\(folder)")
        }
    }
    #endif

    @Test func listIsOutOfTheWorkingFolder() throws {
        try expectList(in: Self.userFolder)
    }

    @Test func folderThatIsThereKeepsItsMode() throws {
        try FileManager.default.createDirectory(
            atPath: home.file(Self.userFolder),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o750]
        )
        try expectList(in: Self.userFolder)
        #expect(try mode(of: Self.userFolder) == 0o750)
    }

    @Test func folderThatCannotBeMadeIsReportedAndEndsTheProgram() throws {
        let firstName = String(Self.userFolder.prefix { $0 != "/" })
        try home.write("", to: firstName)
        let child = try start()
        let errors = child.remainingErrors()
        #expect(
            errors == "TodoExample: \(place(Self.userFolder + "/todo.state")) cannot be created: Not a directory.\n"
        )
        #expect(child.waitForExit() == .exited(1))
    }

    @Test func namedFileMakesNoFolder() throws {
        let child = try start(arguments: ["--file", home.file("mine.json")])
        child.closeInput()
        #expect(child.remainingErrors() == "TodoExample keeps its list in \(home.file("mine.json"))\n")
        #expect(child.waitForExit() == .exited(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == ["mine.json.lock", "work"])
    }

    private func start(stateHome: String = "", arguments: [String] = []) throws -> ChildProcess {
        try FileManager.default.createDirectory(atPath: home.file("work"), withIntermediateDirectories: true)
        let program = ChildProcess.productsDirectory + "/TodoExample"
        return try ChildProcess(
            running: "sh",
            arguments: ["-c", #"cd "$0" && exec "$@""#, home.file("work"), program] + arguments,
            environment: ["HOME": home.path, "CFFIXED_USER_HOME": home.path, "XDG_STATE_HOME": stateHome]
        )
    }

    /// Adds a to-do, and checks the location of the list and the printed path.
    private func expectList(in folder: String, stateHome: String = "") throws {
        let child = try start(stateHome: stateHome)
        child.write("add Buy milk\n")
        child.closeInput()
        #expect(child.remainingErrors() == "TodoExample keeps its list in \(place(folder + "/todo.state"))\n")
        #expect(child.waitForExit() == .exited(0))
        #expect(try home.text(of: folder + "/todo.state").contains("Buy milk"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("work")) == [])
    }

    /// Returns a path in the home folder as the program prints it.
    private func place(_ name: String) -> String {
        URL(filePath: home.file(name)).standardizedFileURL.path
    }

    private func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: home.file(name))[.posixPermissions] as? Int
    }
}
