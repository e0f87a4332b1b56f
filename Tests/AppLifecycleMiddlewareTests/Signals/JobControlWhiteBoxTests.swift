// SPDX-License-Identifier: MIT

import Testing

@testable import AppLifecycleMiddleware

@Suite struct JobControlWhiteBoxTests {
    private static let alphabet: [JobControl.Event] = [
        .stop, .continuation(isBeforeStop: false), .continuation(isBeforeStop: true), .stopRefused,
        .end(signal: 15), .end(signal: 2), .processed(1), .processed(2),
    ]

    @Test func everySequenceOfFiveEventsMatchesTheModel() {
        var sequences: [[JobControl.Event]] = [[]]
        for _ in 1...5 { sequences = sequences.flatMap { start in Self.alphabet.map { start + [$0] } } }
        var differences: [String] = []
        for events in sequences {
            var control = JobControl()
            let commands = events.map { control.handle($0) }
            let expected = events.indices.map { JobControlModel(history: Array(events[...$0])).answer }
            if commands != expected { differences.append("\(events): \(commands) instead of \(expected)") }
        }
        #expect(sequences.count == 32_768)
        #expect(differences.prefix(3) == [])
    }

    @Test func newAppCanStartAfterAnEndedOne() {
        var control = JobControl()
        #expect(control.handle(.end(signal: 15)) == [.send(SignalMapping.toBackground), .report(1)])
        control.restart()
        #expect(control.handle(.processed(1)) == [.terminate(signal: 15)])
        #expect(control.handle(.end(signal: 15)) == [.kill(signal: 15)])
        control.restart()
        #expect(control.handle(.continuation(isBeforeStop: false)) == [.send(SignalMapping.toForeground)])
        #expect(control.handle(.stop) == [.send(SignalMapping.toBackground), .report(2)])
        #expect(control.handle(.processed(2)) == [.stop])
    }
}
