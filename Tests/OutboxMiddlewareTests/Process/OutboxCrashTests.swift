// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexTestSupport
import Testing

/// Processes that are killed while they write real files and send.
@Suite struct OutboxCrashTests {
    #if DEBUG
    private static let kills = 20
    #else
    private static let kills = 1_000
    #endif

    /// The output of the processes.
    private struct Trail {
        var ids: [Int: String] = [:]
        var waiting: Set<Int> = []
        var cancelling: Set<Int> = []
        var cancelledUntried: Set<Int> = []
        /// The cancelled numbers, with their attempts.
        var attempts: [Int: Int] = [:]
        var calls: [Int: Int] = [:]
        var lastCalled: [Int: Int] = [:]
        var wrong: [String] = []
        var lastNumber = 0

        mutating func read(_ line: Substring) {
            let words = line.split(separator: " " as Character).map { String($0) }
            guard words.count >= 2, let number = Int(words[1]) else { return }
            lastNumber = max(lastNumber, number)
            switch words[0] {
            case "waiting" where words.count == 3:
                waiting.insert(number)
                check(number, words[2])
            case "cancelling" where words.count == 3:
                cancelling.insert(number)
                attempts[number] = Int(words[2])
            case "cancelled": if attempts[number] == 0 { cancelledUntried.insert(number) }
            case "called" where words.count == 3 && words[2].utf8.count == 32:
                check(number, words[2])
                call(number)
            default: break
            }
        }

        private mutating func check(_ number: Int, _ id: String) {
            if ids.updateValue(id, forKey: number) ?? id != id { wrong.append("\(number) has two identities") }
        }

        private mutating func call(_ number: Int) {
            if cancelledUntried.contains(number) { wrong.append("\(number) was cancelled, and is called for") }
            if calls[number] == nil {
                if lastCalled[number % 3] ?? 0 > number { wrong.append("\(number) is called for late") }
                lastCalled[number % 3] = number
            }
            calls[number, default: 0] += 1
        }
    }

    @Test func killedProcessLosesNothingAndSendsInOrder() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("outbox")
        var trail = Trail()
        for _ in 0..<Self.kills {
            let child = try ChildProcess(
                product: "OutboxProbe",
                arguments: ["loop", path, "\(trail.lastNumber + 1)"]
            )
            for line in child.nextLines(Int.random(in: 1...60)) { trail.read(line[...]) }
            child.kill()
            _ = child.waitForExit()
            let rest = child.remainingOutput()
            // The last line may be incomplete.
            let lines = rest.split(separator: "\n" as Character)
            for line in rest.hasSuffix("\n") ? lines[...] : lines.dropLast() { trail.read(line[...]) }
        }
        let child = try ChildProcess(product: "OutboxProbe", arguments: ["drain", path])
        let lines = child.remainingOutput().split(separator: "\n" as Character)
        for line in lines { trail.read(line[...]) }
        #expect(lines.last == "empty")
        #expect(child.waitForExit() == .exited(0))
        #expect(trail.wrong.isEmpty)
        let lost = trail.waiting.subtracting(trail.cancelling).filter { trail.calls[$0] == nil }
        #expect(lost.isEmpty)
        #expect(trail.cancelledUntried.filter { trail.calls[$0] != nil }.isEmpty)
        #expect(trail.calls.count > Self.kills)
        #expect(try OutboxFile<Int>(at: path).load().isEmpty)
    }
}
