// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The example as users run it, with its file in a temporary folder.
struct TodoApp {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func start(_ arguments: [String] = []) throws -> ChildProcess {
        try ChildProcess(product: "TodoExample", arguments: ["--file", folder.file("todo.state")] + arguments)
    }

    /// Enters commands, and returns all printed lines after the app has ended.
    func session(
        _ commands: String...,
        arguments: [String] = []
    ) throws -> (output: [String], ending: ChildProcess.Ending) {
        let child = try start(arguments)
        child.write(commands.map { $0 + "\n" }.joined())
        child.closeInput()
        let output = child.remainingOutput().split(separator: "\n").map(String.init)
        return (output, child.waitForExit())
    }

    /// Returns the titles in the file.
    ///
    /// Titles of completed to-dos are marked.
    func savedTitles() throws -> [String] {
        struct Saved: Decodable {
            let id: Int
            let title: String
            let isDone: Bool
        }
        let text = try folder.text(of: "todo.state")
        let json = text[try #require(text.lastIndex(of: "\n"))...]
        return try JSONDecoder().decode([Saved].self, from: Data(json.utf8)).map { $0.title + ($0.isDone ? " ✓" : "") }
    }

    /// Returns the names in the folder, except for the lock and the previous list.
    func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .subtracting(["todo.state.lock", "todo.state.previous"])
    }

    /// Gives the file a second name, which keeps the file when another one replaces it.
    func markFile() throws {
        try FileManager.default.linkItem(atPath: folder.file("todo.state"), toPath: folder.file("mark"))
    }

    /// Returns whether the file is the marked one.
    func isMarkedFile() throws -> Bool {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("todo.state"))
        return attributes[.referenceCount] as? Int == 2
    }
}
