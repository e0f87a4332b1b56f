// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTestSupport
import Testing

/// The value that the probe saves.
private struct Page: Codable, Sendable, Equatable {
    var number: Int
    var letters: String

    var isWhole: Bool { letters.count == 20_000 && Set(letters.utf8) == [UInt8(97 + number % 26)] }
}

/// Processes that are killed during saves of real files.
@Suite struct CrashTests {
    #if DEBUG
    private static let kills = 20
    #else
    private static let kills = 1_000
    #endif

    @Test func killedProcessLeavesTheLastOrTheCurrentSave() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages.state")
        var last = 0
        for round in 0..<Self.kills {
            let child = try ChildProcess(product: "PersistenceProbe", arguments: ["loop", path])
            let lines = child.nextLines(Int.random(in: 1...8))
            child.kill()
            _ = child.waitForExit()
            let said = (lines + child.remainingOutput().split(separator: "\n").map(String.init)).compactMap(Int.init)
            #expect(said.first == last + 1, "round \(round)")
            let page = try #require(try StateFile<Page>(at: path).load())
            let saved = try #require(said.last)
            // The last line may be incomplete, and the last save may not have been printed.
            #expect(page.number == saved || page.number == saved + 1)
            #expect(page.isWhole)
            last = page.number
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.contains("damaged") }.isEmpty)
    }

    @Test func processKilledBeforeAnyCallLeavesTheLastOrTheCurrentSave() throws {
        for call in 0... {
            let folder = try TemporaryFolder()
            let path = folder.file("a/pages.state")
            let child = try ChildProcess(product: "PersistenceProbe", arguments: ["crash", path, "\(call)"])
            let saved = child.remainingOutput().split(separator: "\n").last.flatMap { Int($0) } ?? 0
            let ending = child.waitForExit()
            let page = try StateFile<Page>(at: path).load()
            #expect((saved...saved + 1).contains(page?.number ?? 0), "call \(call)")
            #expect(page?.isWhole ?? true)
            if ending == .exited(0) {
                #expect(call > 30 && saved == 3)
                break
            }
            #expect(ending == .signalled(SIGKILL))
        }
    }

    @Test func fileOfAnotherProcessFailsUntilThatProcessEnds() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages.state")
        try StateFile<Page>(at: path).save(Page(number: 1, letters: ""))
        let child = try ChildProcess(product: "PersistenceProbe", arguments: ["hold", path])
        #expect(child.nextLine() == "loaded 1")
        let file = StateFile<Page>(at: path)
        let error = StorageError(.lock, path, .isInUse)
        #expect(throws: error) { try file.load() }
        #expect(throws: error) { try file.save(Page(number: 2, letters: "")) }
        #expect(error.description.hasPrefix("\(path) is in use by another process"))
        child.kill()
        _ = child.waitForExit()
        #expect(try file.load()?.number == 1)
        try file.save(Page(number: 2, letters: ""))
        let other = try ChildProcess(product: "PersistenceProbe", arguments: ["hold", path])
        #expect(other.nextLine() == "\(error)")
    }
}
