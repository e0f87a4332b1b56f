// SPDX-License-Identifier: MIT

extension Exploration {
    func line(for event: Event) -> String {
        switch event {
        case .step(let subject, let first):
            let ahead = first.map { ", ahead of \($0.key == subject.key ? "an earlier step of it" : name($0))" } ?? ""
            return (first == nil ? "  " : "! ") + words(for: subject) + ahead
        case .testContinues(let subject): return "! the test continues, ahead of \(name(subject))"
        case .late(let moment, let subject):
            return "! the time advances to \(text(of: moment)), ahead of \(name(subject))"
        case .actionQueued: return "!   the action is queued"
        case .followUpsQueued: return "!   the actions that follow stay queued"
        case .time(let moment): return "  the time is \(text(of: moment))"
        case .test(let text): return "  " + text
        case .call(let code, let store): return "  the test calls \(store == 1 ? "" : "test\(store).")\(code)"
        case .action(let text, let store): return "    processed\(store == 1 ? "" : " by test\(store)"): \(text)"
        case .refusal(let text, let store): return "    refused\(store == 1 ? "" : " by test\(store)"): \(text)"
        case .testValue(let text): return "  \(text)"
        }
    }

    private func words(for subject: ReadyQueue.Subject) -> String {
        switch subject {
        case .run(let run): "\(run.name)\(ofStore(run.store)) \(run.noteStep() ? "starts" : "continues")"
        case .scheduler: "work of the test scheduler runs"
        case .store(let number): "the store\(ofStore(number)) processes a queued action"
        case .test: "the test continues"
        }
    }

    private func name(_ subject: ReadyQueue.Subject) -> String {
        switch subject {
        case .run(let run): run.name + ofStore(run.store)
        case .scheduler: "work of the test scheduler"
        case .store(let number): "a queued action\(number == 1 ? "" : " in test\(number)")"
        case .test: "the test"
        }
    }

    /// Returns the name of a store in a failure: a number is added after the first store.
    func name(ofStore number: Int) -> String { number == 1 ? "test" : "test\(number)" }

    /// Returns the name of a store after "of", or an empty text for the first store.
    private func ofStore(_ number: Int) -> String { number == 1 ? "" : " of \(name(ofStore: number))" }
}
