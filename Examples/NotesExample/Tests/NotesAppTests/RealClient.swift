// SPDX-License-Identifier: MIT

import Foundation

/// A client in a process of its own, with a folder that outlives it.
struct RealClient: Sendable {
    let folder: URL
    private var output: URL { folder.appendingPathExtension("log") }

    /// Starts a process that makes changes, and ends when they are sent.
    func start(_ url: String, seed: Int, changes: Int) throws -> Process {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = [url, folder.path, "\(seed)", "\(changes)"]
        if !FileManager.default.fileExists(atPath: output.path) { try Data().write(to: output) }
        let file = try FileHandle(forWritingTo: output)
        try file.seekToEnd()
        process.standardOutput = file
        try process.run()
        try file.close()
        return process
    }

    /// What all processes have said.
    var lines: [Substring] {
        get throws { try String(contentsOf: output, encoding: .utf8).split(separator: "\n") }
    }

    private static var program: URL {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        let folder = bundle.bundleURL.deletingLastPathComponent()
        #else
        let folder = Bundle.main.bundleURL
        #endif
        return folder.appendingPathComponent("NotesProbe")
    }
}
