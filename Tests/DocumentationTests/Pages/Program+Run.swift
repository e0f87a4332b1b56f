// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

extension Program {
    /// Runs the compiled program in the folder, and compares its output with the page.
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
        for (next, printed) in zip(expected, lines) where next.text != printed {
            return Problem(line: next.line, message: "The program prints \"\(printed)\", not \"\(next.text)\".")
        }
        if expected.count > lines.count {
            let missing = expected[lines.count]
            return Problem(line: missing.line, message: "The program ends without printing \"\(missing.text)\".")
        }
        guard expected.count < lines.count else { return nil }
        return Problem(line: lastLine, message: "The program also prints \"\(lines[expected.count])\".")
    }
}
