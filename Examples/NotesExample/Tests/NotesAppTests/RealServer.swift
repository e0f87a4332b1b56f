// SPDX-License-Identifier: MIT

import Foundation

/// A WebDAV server in a process of its own, with the files of a folder.
actor RealServer {
    /// True if Python has the server.
    static let isThere: Bool = {
        guard let process = try? python("-c", "import wsgidav") else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    let folder: URL
    private var port = 0
    private var process: Process?

    init(_ folder: URL) { self.folder = folder }

    var url: String { "http://127.0.0.1:\(port)/" }

    /// Starts it, at the port that it has had, and returns when it is ready.
    func start() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("server.py")
        let output = Pipe()
        process = try Self.python(script.path, folder.path, "\(port)", output: output)
        try output.fileHandleForWriting.close()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .newlines)) else { throw CocoaError(.fileReadUnknown) }
        self.port = port
    }

    /// Ends it as a crash would.
    func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    private static func python(_ words: String..., output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-B"] + words
        if let output { process.standardOutput = output }
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
