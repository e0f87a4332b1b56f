// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

extension Program {
    /// Runs the compiled program in the folder, and compares what it prints with what the page says.
    func problems(running executable: String, in folder: TemporaryFolder, deadline: Int) throws -> [Problem] {
        let child = try ChildProcess(
            running: "sh",
            arguments: ["-c", #"cd "$0" && exec "$1" 2>"$2""#, folder.path, executable, folder.file("errors.txt")],
            deadline: deadline
        )
        child.closeInput()
        let output = child.remainingOutput()
        let ending = child.waitForExit()
        let lastLine = blocks.last.map { $0.lineNumbers.upperBound - 1 } ?? 1
        guard ending == .exited(0) else {
            let words = try folder.text(of: "errors.txt")
            return [Problem(line: lastLine, message: "The program ended with \(ending). \(words)")]
        }
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return firstDifference(from: lines, lastLine: lastLine).map { [$0] } ?? []
    }

    private func firstDifference(from lines: [String], lastLine: Int) -> Problem? {
        let expected = expectedOutput
        for (said, printed) in zip(expected, lines) where said.text != printed {
            return Problem(line: said.line, message: "The program prints \"\(printed)\", not \"\(said.text)\".")
        }
        if expected.count > lines.count {
            let said = expected[lines.count]
            return Problem(line: said.line, message: "The program ends without printing \"\(said.text)\".")
        }
        guard expected.count < lines.count else { return nil }
        return Problem(line: lastLine, message: "The program also prints \"\(lines[expected.count])\".")
    }
}
