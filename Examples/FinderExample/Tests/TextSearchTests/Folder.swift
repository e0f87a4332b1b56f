// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TextSearch

/// A temporary folder for a test, removed at the end.
final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "/finder-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ data: Data, to name: String) throws {
        let url = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// Returns the complete result of a search of the folder.
    func search(_ text: String, textLimit: Int? = nil, scanners: Int = 1) async throws -> SearchBatch {
        let (query, walk) = (try #require(SearchQuery(text)), try FileWalk(path))
        return await withTaskGroup(of: SearchBatch.self) { group in
            for _ in 0..<scanners {
                group.addTask { await FileScanner(query, in: walk, textLimit: textLimit).rest() }
            }
            return await group.reduce(into: SearchBatch()) { $0.add($1) }
        }
    }
}

extension FileScanner {
    /// Returns the rest of the results.
    func rest() async -> SearchBatch {
        var all = SearchBatch()
        while !all.isLast { all.add(await step()) }
        return all
    }
}

extension SearchBatch {
    mutating func add(_ other: SearchBatch) {
        hits += other.hits
        counts += other.counts
        vanished += other.vanished
        isLast = other.isLast
    }
}
