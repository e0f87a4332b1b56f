// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The whole app on a real server.
///
/// Skipped without one.
struct RealServerTests {
    /// Two clients change the same notes.
    ///
    /// They and the server are killed at random.
    @Test(.enabled(if: isServerThere, "there is no wsgidav"))
    func nothingThatWasKeptIsLostAndNothingIsThereTwice() throws {
        let rounds = ProcessInfo.processInfo.environment["NOTES_ROUNDS"] ?? "50"
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("chaos.py")
        let (status, output) = try Self.python(script.path, Self.probe.path, rounds)
        print(output)
        #expect(status == 0, "\(output)")
    }

    static let isServerThere = (try? python("-c", "import wsgidav").status) == 0

    private static func python(_ words: String...) throws -> (status: Int32, output: String) {
        try run("python3", ["-B"] + words)
    }

    private static var probe: URL {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        let folder = bundle.bundleURL.deletingLastPathComponent()
        #else
        let folder = Bundle.main.bundleURL
        #endif
        return folder.appendingPathComponent("NotesProbe")
    }
}
