// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The app as it is, on a real server. Without one these tests are skipped.
@Suite(.enabled(if: RealServer.isThere, "there is no wsgidav")) struct RealServerTests {
    /// Two clients change the same notes, and are killed at random, as the server is.
    @Test func nothingThatWasKeptIsLostAndNothingIsThereTwice() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString)")
        let files = folder.appendingPathComponent("server")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = RealServer(files)
        try await server.start()
        let url = await server.url
        let clients = ["first", "second"].map { RealClient(folder: folder.appendingPathComponent($0)) }
        try await withThrowingTaskGroup { group in
            for (number, client) in clients.enumerated() {
                group.addTask { try await Self.killAgainAndAgain(client, url, seed: number + 1) }
            }
            for _ in 0..<50 {
                try await Task.sleep(for: .milliseconds(.random(in: 50...250)))
                await server.kill()
                try await server.start()
            }
            group.cancelAll()
            while (try? await group.next()) ?? nil != nil {}
        }
        for (number, client) in clients.enumerated() {
            let last = try client.start(url, seed: 1_000_000 + number, changes: 0)
            await last.ended()
            #expect(last.terminationStatus == 0)
        }
        await server.kill()
        try Self.expectAll(of: clients, in: files)
    }

    /// Until the task is cancelled, starts a client anew and kills it.
    private static func killAgainAndAgain(_ client: RealClient, _ url: String, seed: Int) async throws {
        var seed = seed * 1_000
        while !Task.isCancelled {
            seed += 1
            let process = try client.start(url, seed: seed, changes: 100)
            try? await Task.sleep(for: .milliseconds(.random(in: 100...900)))
            kill(process.processIdentifier, SIGKILL)
            await process.ended()
        }
    }

    private static func expectAll(of clients: [RealClient], in folder: URL) throws {
        var kept: Set<Substring> = []
        var deleted: Set<Substring> = []
        for client in clients {
            for line in try client.lines {
                let words = line.split(separator: " ")
                if words.first == "kept" { kept.formUnion(words.dropFirst()) }
                if words.first == "deletes" { deleted.formUnion(words.dropFirst()) }
            }
        }
        let texts = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let present = Set(texts.flatMap { $0.split(separator: "\n") })
        print("\(kept.count) changes were kept, \(deleted.count) of them deleted later; \(texts.count) notes")
        #expect(kept.count > 20)
        #expect(kept.subtracting(deleted).subtracting(present).isEmpty)
        // What the server was writing when it was killed may be empty.
        let twice = Dictionary(grouping: texts) { $0 }.filter { $0.value.count > 1 && !$0.key.isEmpty }
        #expect(twice.isEmpty)
    }
}

extension Process {
    fileprivate func ended() async {
        while isRunning { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
