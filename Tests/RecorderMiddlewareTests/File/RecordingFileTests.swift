// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import struct RecorderMiddleware.RecordingError

@Suite struct RecordingFileTests {
    let folder: TemporaryFolder
    var path: String { folder.file("run.rex") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read() throws -> Recording<ShopAction, ShopState> { try Recording(file: path) }

    @Test func fileHasTheSameRecordsAsMemory() throws {
        let shop = RecordedShop(Recorder(file: path, keeping: .all))
        shop.store.dispatch(
            .add("tea \"\\\u{1} 🫖", amount: -2),
            from: ActionSource(file: "Shop/A.swift", function: "f()", line: 7, info: "x")
        )
        shop.store.dispatch(.remove("tea"))
        for recording in [shop.recording, try read()] {
            #expect(
                recording.entries.map(\.action)
                    == [.add("tea \"\\\u{1} 🫖", amount: -2), .remove("tea"), .checkOut, .payment(.paid(1.5))]
            )
            #expect(recording.causes == [nil, nil, 1, 2])
            #expect(recording.entries[0].source.trail.map(\.text) == ["x"])
            #expect(recording.entries[0].source.line == 7)
            #expect(recording.entries[3].source.trail.map(\.kind) == ["cashier"])
            #expect(recording.entries[0].stateBefore == ShopState())
            #expect(recording.entries[3].stateAfter == shop.store.state)
            #expect(recording.entries[3].change == "paid: 0.0 → 1.5")
            #expect(recording.entries.allSatisfy { $0.durations.reduce > .zero && $0.thread == 1 })
            #expect(recording.damage == nil)
        }
    }

    @Test func fileKeepsChangesByDefault() throws {
        let shop = RecordedShop(Recorder(file: path))
        shop.store.dispatch(.remove("tea"))
        #expect(try read().entries.map(\.change) == ["", #"note: "" → "checking out""#, "paid: 0.0 → 1.5"])
    }

    /// The recording from memory, from its file, and from its lines.
    private func all(_ recording: Recording<ShopAction, ShopState>) throws -> [Recording<ShopAction, ShopState>] {
        [recording, try read(), try Recording(jsonLines: recording.text(as: .jsonLines))]
    }

    @Test func replayWithoutStatesOnlyReduces() throws {
        let recorders: [Recorder<ShopAction, ShopState>] = [
            Recorder(file: path, keeping: .none), Recorder(file: folder.file("other.rex"), redacting: { $0 }),
        ]
        let shop = RecordedShop(recorders[0])
        shop.store.dispatch(.add("a", amount: 1))
        for recording in try all(shop.recording) {
            #expect(recording.entries.map(\.isDone) == [true])
            #expect(try recording.replay(from: ShopState(), reducer: .shop) == shop.store.state)
        }
        let redacted = RecordedShop(recorders[1])
        redacted.store.dispatch(.add("a", amount: 1))
        #expect(try redacted.recording.replay(from: ShopState(), reducer: .shop) == redacted.store.state)
    }

    /// An empty change differs from a change that was not kept.
    @Test func replayFindsAChangeThatWasNotRecorded() throws {
        let shop = RecordedShop(Recorder(file: path))
        shop.store.dispatch(.add("a", amount: 0))
        shop.store.dispatch(.add("a", amount: 0))
        let quiet = RecordedShop(Recorder(file: folder.file("quiet.rex")), ShopMiddleware { _, _, _ in .pure() })
        quiet.store.dispatch(.remove("a"))
        let adding = Reducer<ShopAction, ShopState>.reduce { _, state in state.note += "!" }
        for recording in try all(shop.recording) + [quiet.recording] {
            #expect(throws: RecordingError.self) { try recording.replay(from: ShopState(), reducer: adding) }
        }
    }

    @Test func fileHasRuns() async throws {
        let shop = RecordedShop(Recorder(file: path), .paying)
        shop.store.dispatch(.checkOut)
        await shop.store.settled()
        let recording = try read()
        #expect(recording.runs.map(\.ending) == [.returned])
        #expect(recording.runs.map(\.kind) == ["effect"])
        #expect(recording.entries.map(\.run) == [nil, recording.runs[0].number])
        #expect(recording.runs[0].cause == recording.entries[0].number)
    }

    @Test func ringWithCapacityOneKeepsTheNewest() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 1))
        for amount in 0..<3_000 { shop.store.dispatch(.add("tea", amount: amount)) }
        #expect(try read().entries.map(\.action) == [.add("tea", amount: 2_999)])
    }

    @Test func ringWrapsRepeatedly() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 128, keeping: .none))
        for amount in 0..<5_000 {
            shop.store.dispatch(.add(String(repeating: "x", count: amount % 300), amount: amount))
            guard amount % 500 == 499 else { continue }
            let amounts = try read().entries.map(\.action)
            let expected: [ShopAction?] = (0...amount).suffix(amounts.count).map {
                .add(String(repeating: "x", count: $0 % 300), amount: $0)
            }
            #expect(amounts == expected)
            #expect(amounts.count > 60)
        }
    }

    @Test func tooLongActionIsKeptAsItsDescription() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 10))
        shop.store.dispatch(.add(String(repeating: "x", count: 100_000), amount: 1))
        shop.store.dispatch(.checkOut)
        let recording = try read()
        #expect(recording.entries[0].action == nil)
        #expect(recording.entries[0].actionText.hasPrefix("add(\"xxx"))
        #expect(recording.entries[0].actionText.hasSuffix("xxx\"…, amount: 1)"))
        #expect(recording.entries[1].action == .checkOut)
    }

    @Test func unencodableActionIsKeptAsItsDescription() throws {
        let recorder = Recorder<Secretive, Int>(file: path)
        let store = Store(initialState: 0, reducer: Reducer<Secretive, Int>.identity, middleware: recorder.middleware)
        store.dispatch(Secretive(name: "x"))
        let entry = try #require(try Recording<Secretive, Int>(file: path).entries.first)
        #expect(entry.action == nil)
        #expect(entry.actionText == "Secretive(name: \"x\")")
    }

    @Test func fileCutAnywhereReturnsTheRemainingRecords() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 10))
        for amount in 0..<1_000 { shop.store.dispatch(.add("tea", amount: amount)) }
        let whole = try Data(contentsOf: URL(filePath: path))
        let all = try read().entries.map(\.number)
        // Not a divisor of the word size, so words are cut at each of their bytes.
        let step = hasFewRounds ? 61 : 3
        for missing in stride(from: 1, through: 4_096, by: step) {
            try whole.dropLast(missing).write(to: URL(filePath: path))
            let recording = try read()
            let damage = try #require(recording.damage?.description)
            #expect(damage.contains("the last \(missing) bytes of the file are missing"))
            #expect(recording.entries.allSatisfy { all.contains($0.number) && $0.action != nil })
            #expect(recording.entries.map(\.number) == recording.entries.map(\.number).sorted())
        }
    }

    @Test func fileCutInItsHeaderThrows() throws {
        _ = RecordedShop(Recorder(file: path, capacity: 10))
        let whole = try Data(contentsOf: URL(filePath: path))
        for count in 0..<56 {
            try whole.prefix(count).write(to: URL(filePath: path))
            #expect { try read() } throws: { "\($0)".contains("the recording ends in its header") }
        }
    }

    @Test func brokenWordLosesFewActions() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 10, keeping: .none))
        for amount in 0..<100 { shop.store.dispatch(.add("tea", amount: amount)) }
        let whole = try Data(contentsOf: URL(filePath: path))
        let count = try Recording<ShopAction, ShopState>(file: path).entries.count
        #expect(count == 10)
        for offset in stride(from: 0, to: 20_000, by: hasFewRounds ? 1_001 : 101) {
            var broken = whole
            broken[offset] ^= 0x55
            try broken.write(to: URL(filePath: path))
            let recording = try read()
            #expect(recording.entries.count >= count - 1)
            #expect(recording.damage != nil || recording.entries.count == count)
        }
    }

    @Test func damageCountsTheBytesOfABrokenRecord() throws {
        let shop = RecordedShop(Recorder(file: path, keeping: .none))
        shop.store.dispatch(.add("tea", amount: 1))
        shop.store.dispatch(.add("tea", amount: 2))
        var broken = try Data(contentsOf: URL(filePath: path))
        let size = Int(broken[176]) + Int(broken[177]) << 8
        broken[176 + size - 1] ^= 0x55
        try broken.write(to: URL(filePath: path))
        let recording = try read()
        #expect(recording.entries.map(\.action) == [.add("tea", amount: 2)])
        #expect(recording.damage?.description == "\(size) bytes of the file cannot be read")
    }

    @Test func allIntactRecordsAreReadWithoutAnIndex() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 100))
        for amount in 0..<20 { shop.store.dispatch(.add("tea", amount: amount)) }
        var broken = try Data(contentsOf: URL(filePath: path))
        broken[115] ^= 0xff
        broken[150] ^= 0xff
        try broken.write(to: URL(filePath: path))
        let recording = try read()
        #expect(recording.entries.map(\.action) == (0..<20).map { .add("tea", amount: $0) })
        #expect(recording.damage?.description.contains("overwritten actions may be included") == true)
    }

    @Test func unknownVersionThrows() throws {
        _ = RecordedShop(Recorder(file: path, capacity: 10))
        var other = try Data(contentsOf: URL(filePath: path))
        other[8] = 3
        other[8 + 56] = 3
        try other.write(to: URL(filePath: path))
        #expect { try read() } throws: { error in
            "\(error)".contains("this recording has version 3, but only version 2 can be read here")
        }
    }

    @Test func otherFileThrows() throws {
        try folder.write("a thesis of some length", to: "run.rex")
        #expect { try read() } throws: { "\($0)".contains("this is not a recording") }
        #expect { try Recording<ShopAction, ShopState>(file: folder.file("none")) } throws: {
            "\($0)".contains("none cannot be read")
        }
    }

    @Test func undecodableActionsAreKeptAsText() throws {
        let shop = RecordedShop(Recorder(file: path))
        shop.store.dispatch(.checkOut)
        let recording = try Recording<PaymentAction, ShopState>(file: path)
        #expect(
            recording.entries.map(\.actionText) == [#"{"checkOut":{}}"#, #"{"payment":{"_0":{"paid":{"_0":1.5}}}}"#]
        )
        #expect(recording.entries.allSatisfy { $0.action == nil })
    }

    @Test func eightThreadsWriteCompleteRecords() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 100_000, keeping: .none))
        let count = hasFewRounds ? 50 : 1_000
        onThreads(8) { thread in
            for index in 0..<count { shop.store.dispatch(.remove("\(thread) \(index)")) }
        }
        let recording = try read()
        #expect(recording.entries.count == 8 * count * 3)
        #expect(recording.damage == nil)
    }

    /// The ring is full, so each action overwrites the oldest ones.
    @Test func fileReadDuringWritesIsConsistent() {
        let shop = RecordedShop(Recorder(file: path, capacity: 1, keeping: .none), ShopMiddleware())
        for index in 0..<500 { shop.store.dispatch(.add("tea", amount: index)) }
        let isWhole = RexTestSupport.Recorder<Bool>()
        let isRead = Lock(false)
        onThreads(2) { thread in
            guard thread > 0 else {
                while !isRead.withLock({ $0 }) { shop.store.dispatch(.remove("tea")) }
                return
            }
            for _ in 0..<20 { isWhole.record(shop.recording.damage == nil) }
            isRead.withLock { $0 = true }
        }
        #expect(isWhole.events == [Bool](repeating: true, count: 20))
    }
}

/// An action whose encoding fails.
struct Secretive: Codable, Sendable {
    struct Refusal: Error {}

    let name: String

    init(name: String) { self.name = name }
    init(from decoder: any Decoder) throws { throw Refusal() }
    func encode(to encoder: any Encoder) throws { throw Refusal() }
}
