// SPDX-License-Identifier: MIT

import Foundation
package import Testing

/// The compiler of the toolchain.
///
/// It imports the modules of this package like a client.
package enum Compiler {
    package struct Outcome: Sendable {
        package let succeeded: Bool
        package let diagnostics: String
        package let seconds: Double
        /// The processor time of the compiler, which depends less on the load of the machine.
        package let processorSeconds: Double
    }

    /// The last step of the compiler.
    package enum Depth: String, Sendable {
        case types = "-typecheck"
        /// Also checks for uses of a value after it was sent.
        case dataRaces = "-emit-sil"
    }

    /// Checks a file with this text.
    ///
    /// The test fails if that takes longer than `deadline` seconds.
    ///
    /// - Parameter processorSeconds: The limit of the compiler's processor time. The compiler is killed at the limit.
    package static func check(
        _ source: String,
        for depth: Depth,
        deadline: Int,
        processorSeconds: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        try withExtendedLifetime(TemporaryFolder()) { folder in
            try folder.write(source, to: "Source.swift")
            return try compile(
                folder.file("Source.swift"),
                [depth.rawValue] + modules + (depth == .types ? [] : ["-o", "/dev/null"]),
                deadline: deadline,
                processorSeconds: processorSeconds,
                sourceLocation: sourceLocation
            )
        }
    }

    /// Compiles a file in language mode 6.
    ///
    /// The test fails if that takes longer than `deadline` seconds.
    package static func compile(
        _ file: String,
        _ arguments: [String],
        deadline: Int,
        processorSeconds: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        let start = ContinuousClock.now
        let command = ["swiftc", "-swift-version", "6"] + arguments + [file]
        let limited = processorSeconds.map { ["sh", "-c", "ulimit -t \($0) && exec \"$@\"", "sh"] } ?? []
        let compiler = try ChildProcess(
            running: (limited + command)[0],
            arguments: Array((limited + command).dropFirst()),
            deadline: deadline
        )
        let diagnostics = compiler.remainingErrors(sourceLocation: sourceLocation)
        let ending = compiler.waitForExit(sourceLocation: sourceLocation)
        let elapsed = ContinuousClock.now - start
        return Outcome(
            succeeded: ending == .exited(0),
            diagnostics: diagnostics,
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18,
            processorSeconds: compiler.processorSeconds
        )
    }
}
