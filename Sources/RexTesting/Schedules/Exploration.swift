// SPDX-License-Identifier: MIT

import RexCore

/// One order of steps: what is chosen, or was, wherever several steps are ready, and what came of it.
final class Exploration: Sendable {
    /// What happened, for people.
    enum Event: Sendable {
        /// A step was taken, ahead of the one that was ready first.
        case step(TestWorld.Subject, insteadOf: TestWorld.Subject?)
        /// The test went on, although steps were ready.
        case pause(TestWorld.Subject)
        /// The time came.
        case time(Duration)
        /// The test did something.
        case test(String)
        /// An action was processed.
        case action(String)
    }

    /// Where choices come from.
    enum Origin {
        case seed(UInt64)
        /// The choices of an earlier one; what comes behind them is in order.
        case choices([Int])
    }

    private struct Contents {
        var generator: SplitMix?
        var given: [Int] = []
        var choices: [Int] = []
        var events: [String] = []
        var failure: Failure?
    }

    struct Failure: Sendable {
        let text: String
        let place: CallPlace?
    }

    private let keepsEvents: Bool
    private let contents: Lock<Contents>

    init(_ origin: Origin, keepsEvents: Bool = false) {
        self.keepsEvents = keepsEvents
        contents =
            switch origin {
            case .seed(let seed): Lock(Contents(generator: SplitMix(state: seed)))
            case .choices(let choices): Lock(Contents(given: choices))
            }
    }

    /// Which of so many steps comes next.
    func choose(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        return contents.withLock { contents in
            let index = contents.choices.count
            let choice =
                if contents.generator != nil {
                    Int(contents.generator?.next(below: UInt64(count)) ?? 0)
                } else {
                    contents.given.indices.contains(index) ? contents.given[index] : 0
                }
            contents.choices.append(min(choice, count - 1))
            return contents.choices[index]
        }
    }

    /// What was chosen, wherever there was a choice.
    var choices: [Int] { contents.withLock { $0.choices } }

    func note(_ event: @autoclosure () -> Event) {
        guard keepsEvents else { return }
        let line = line(for: event())
        contents.withLock { $0.events.append(line) }
    }

    /// What happened, one line each.
    var lines: [String] { contents.withLock { $0.events } }

    /// Keeps the first failure.
    func fail(_ text: String, at place: CallPlace?) {
        contents.withLock { contents in
            if contents.failure == nil { contents.failure = Failure(text: text, place: place) }
        }
    }

    var failure: Failure? { contents.withLock { $0.failure } }

    private func line(for event: Event) -> String {
        switch event {
        case .step(let subject, let first):
            let ahead = first.map { ", ahead of \(Self.name($0))" } ?? ""
            return (first == nil ? "  " : "! ") + text(for: subject) + ahead
        case .pause(let subject): return "! the test goes on, ahead of \(Self.name(subject))"
        case .time(let moment): return "  the time is \(moment)"
        case .test(let text): return "  " + text
        case .action(let text): return "    processed: \(text)"
        }
    }

    private func text(for subject: TestWorld.Subject) -> String {
        switch subject {
        case .run(let run): "\(run.name) \(run.takesStep() ? "begins" : "goes on")"
        case .scheduler: "work of the test scheduler is done"
        case .store: "the store processes what waits"
        }
    }

    private static func name(_ subject: TestWorld.Subject) -> String {
        switch subject {
        case .run(let run): run.name
        case .scheduler: "work of the test scheduler"
        case .store: "an action that waits"
        }
    }
}

/// A generator of numbers that look random, the same for the same seed.
struct SplitMix {
    var state: UInt64

    mutating func next(below bound: UInt64) -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return (word ^ (word >> 31)) % bound
    }
}
