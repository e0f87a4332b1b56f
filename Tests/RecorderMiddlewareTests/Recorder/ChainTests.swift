// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// A chain of actions.
///
/// Each causes the next one.
@Suite struct ChainTests {
    enum Clock: Codable, Equatable, Sendable {
        case tick(Int)
        case tock(Int)
    }

    private static let bridges = BridgeMiddleware<Clock, Clock, Int>()
        .bridge { clock in if case .tick(let left) = clock, left > 0 { .tock(left - 1) } else { nil } }
        .bridge { clock in if case .tock(let left) = clock, left > 0 { .tick(left - 1) } else { nil } }

    private func chain(_ recorder: Recorder<Clock, Int>, length: Int) -> Recording<Clock, Int> {
        let store = Store(
            initialState: 0,
            reducer: .reduce { _, count in count += 1 },
            middleware: Self.bridges <> recorder.middleware
        )
        store.dispatch(.tick(length - 1))
        return recorder.recording()
    }

    /// Once, only 777 of 10,000 were kept.
    @Test func fileKeepsAsManyActionsOfAChainAsOfOthers() throws {
        let folder = try TemporaryFolder()
        let length = hasFewRounds ? 1_000 : 10_000
        let recording = chain(Recorder(file: folder.file("run.rex"), capacity: length), length: length)
        #expect(recording.entries.count == length)
        #expect(recording.damage == nil)
        for (index, entry) in recording.entries.enumerated() where index > 0 {
            #expect(entry.cause == recording.entries[index - 1].number)
        }
    }

    @Test func linesOfAChainDoNotGrow() throws {
        let folder = try TemporaryFolder()
        for recorder in [Recorder<Clock, Int>(), Recorder(file: folder.file("run.rex"))] {
            let lines = chain(recorder, length: 300).text(as: .jsonLines).split(separator: "\n").dropFirst()
            #expect(lines.count == 300)
            for line in lines.dropFirst() {
                #expect(line.utf8.count < 700 && line.ranges(of: "Bridged from").count == 1)
            }
        }
    }

    @Test func fileHasTheSameSourcesAsMemory() throws {
        let folder = try TemporaryFolder()
        let inMemory = chain(Recorder(), length: 250)
        let inFile = chain(Recorder(file: folder.file("run.rex")), length: 250)
        #expect(inMemory.entries.map(\.source.trail) == inFile.entries.map(\.source.trail))
        #expect(inFile.entries.allSatisfy { $0.source.number == $0.number })
        let last = try #require(inFile.entries.last)
        #expect(last.source.trail.count == 50)
        #expect(last.source.trail.last?.text.hasPrefix("Bridged from tick(1) at ChainTests.swift, ChainTests:") == true)
    }

    /// A small file has room for the newest steps, and the number of missing ones.
    @Test func skippedStepsAreCounted() throws {
        let folder = try TemporaryFolder()
        let (memory, file) = (
            Recorder<Clock, Int>(), Recorder<Clock, Int>(file: folder.file("run.rex"), capacity: 1)
        )
        let source = (1...40).reduce(ActionSource.here()) { source, number in
            source.derived(by: "\(number) \(String(repeating: "x", count: 500))", kind: "step")
        }
        let store = Store(
            initialState: 0,
            reducer: Reducer<Clock, Int>.identity,
            middleware: memory.middleware <> file.middleware
        )
        store.dispatch(.tick(1), from: source)
        let all = try #require(memory.recording().entries.first).source.trail
        let kept = try #require(file.recording().entries.first).source.trail
        #expect(all.count == 40)
        #expect(kept.count > 1 && kept.count < 40)
        #expect(kept.first?.kind == "omission")
        #expect(kept.first?.text == "(\(41 - kept.count) earlier lines left out)")
        func beginning(_ step: ActionSource.Step) -> Substring { step.text.prefix(3) }
        #expect(kept.dropFirst().map(beginning) == all.suffix(kept.count - 1).map(beginning))
    }

    @Test func stepNamesACauseThatTheRecordingNoLongerHas() throws {
        let folder = try TemporaryFolder()
        let recording = chain(Recorder(file: folder.file("run.rex"), capacity: 3), length: 6)
        #expect(recording.entries.map(\.action) == [.tock(2), .tick(1), .tock(0)])
        let text = try #require(recording.entries.first?.source.trail.last?.text)
        #expect(text.hasPrefix("Bridged from tick(3) at"))
    }
}
