// SPDX-License-Identifier: MIT

import RexNavigation
import RexTestSupport
import Testing

@Suite struct SignalsTests {
    private func signals(_ count: Int) -> Signals<Int> {
        var signals = Signals<Int>()
        for value in 0..<count { signals.post(value) }
        return signals
    }

    @Test func valuesAreNumberedByACounterOfTheirOwn() {
        var (toasts, rows) = (Signals<String>(), Signals<Int>())
        toasts.post("Saved")
        toasts.post("Sent")
        rows.post(7)
        #expect(toasts.pending.map(\.id) == [1, 2])
        #expect(toasts.pending.map(\.value) == ["Saved", "Sent"])
        #expect(rows.pending.map(\.id) == [1])
        toasts.seen(upTo: 2)
        toasts.post("Saved")
        #expect(toasts.pending.map(\.id) == [3])
    }

    @Test func seenRemovesTheValuesUpToTheID() {
        var signals = signals(3)
        signals.seen(upTo: 2)
        #expect(signals.pending.map(\.value) == [2])
    }

    @Test(arguments: [4, 0, -1, .init(integerLiteral: .max), .init(integerLiteral: .min)] as [SignalID])
    func anIDAboveTheCounterOrBelowTheFirstDoesNothing(id: SignalID) {
        var signals = signals(3)
        signals.seen(upTo: id)
        #expect(signals == self.signals(3))
    }

    @Test func aLateOrRepeatedIDDoesNothing() {
        var signals = signals(3)
        signals.seen(upTo: 2)
        let before = signals
        signals.seen(upTo: 2)
        signals.seen(upTo: 1)
        #expect(signals == before)
    }

    @Test func atMostAHundredWaitThenTheOldestGoes() {
        #expect(signals(100).pending.map(\.value) == Array(0..<100))
        #expect(signals(102).pending.map(\.value) == Array(2..<102))
        #expect(signals(102).pending.first?.id == 3)
    }

    @Test func comparingIncludesTheCounter() {
        var seen = signals(1)
        seen.seen(upTo: 1)
        #expect(seen != Signals())
        #expect(seen.pending == Signals<Int>().pending)
        #expect(signals(2) == signals(2))
        #expect(Set([signals(2), signals(2), signals(1), Signals(restoring: true), Signals()]).count == 4)
        #expect(SignalID(integerLiteral: 2).description == "#2")
    }

    @Test func randomCallsKeepTheNewestHundredThatWereNotSeen() {
        for seed in 0..<UInt64(programCount / 10) {
            var random = SeededGenerator(seed: seed)
            var (signals, posted, seen) = (Signals<Int>(), 0, 0)
            for _ in 0..<40 {
                if Bool.random(using: &random) {
                    for _ in 0..<Int.random(in: 1..<60, using: &random) {
                        posted += 1
                        signals.post(posted)
                    }
                } else {
                    let id = Int.random(in: -2..<posted + 20, using: &random)
                    signals.seen(upTo: SignalID(integerLiteral: Int64(id)))
                    if id <= posted { seen = max(seen, id) }
                }
                let expected = Array(max(seen + 1, posted - 99)..<posted + 1)
                guard signals.pending.map(\.value) == expected else {
                    Issue.record("seed \(seed): \(signals.pending.map(\.value)) instead of \(expected)")
                    return
                }
            }
        }
    }
}
