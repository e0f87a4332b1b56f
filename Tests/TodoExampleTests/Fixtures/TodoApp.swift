// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The example as its users run it, with its file in a folder of its own.
struct TodoApp {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func start(_ arguments: [String] = []) throws -> ChildProcess {
        try ChildProcess(product: "TodoExample", arguments: ["--file", folder.file("todo.json")] + arguments)
    }

    /// Enters commands, and returns the lines that were printed when the app has ended.
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

    /// The titles in the file, those of to-dos that are done with a mark.
    func savedTitles() throws -> [String] {
        struct Saved: Decodable {
            let id: Int
            let title: String
            let isDone: Bool
        }
        let text = try folder.text(of: "todo.json")
        let json = text[try #require(text.firstIndex(of: "\n"))...]
        return try JSONDecoder().decode([Saved].self, from: Data(json.utf8)).map { $0.title + ($0.isDone ? " ✓" : "") }
    }

    /// The names in the folder, those of the list's lock and of the list before aside.
    func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .subtracting(["todo.json.lock", "todo.json.previous"])
    }

    /// Gives the file a second name, which stays with it when another file takes its place.
    func markFile() throws {
        try FileManager.default.linkItem(atPath: folder.file("todo.json"), toPath: folder.file("mark"))
    }

    /// Whether the file is the one that was marked.
    func isMarkedFile() throws -> Bool {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("todo.json"))
        return attributes[.referenceCount] as? Int == 2
    }
}
