// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The compiler of the toolchain, which sees the modules of this package as a client does.
enum Compiler {
    struct Outcome {
        let succeeded: Bool
        let diagnostics: String
        let seconds: Double
    }

    /// How far the compiler goes.
    enum Depth: String {
        case types = "-typecheck"
        /// Also what is sent to where, and used afterwards.
        case dataRaces = "-emit-sil"
    }

    /// Checks a file with this text; the test fails if that takes longer than `deadline` seconds.
    static func check(
        _ source: String,
        for depth: Depth,
        deadline: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rex-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Source.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)

        let start = ContinuousClock.now
        let compiler = try ChildProcess(
            running: "swiftc",
            arguments: [
                depth.rawValue, "-swift-version", "6", "-I", ChildProcess.productsDirectory + "/Modules", file.path,
            ] + (depth == .types ? [] : ["-o", "/dev/null"]),
            deadline: deadline
        )
        let diagnostics = compiler.remainingErrors(sourceLocation: sourceLocation)
        let ending = compiler.waitForExit(sourceLocation: sourceLocation)
        let elapsed = ContinuousClock.now - start
        return Outcome(
            succeeded: ending == .exited(0),
            diagnostics: diagnostics,
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        )
    }
}
