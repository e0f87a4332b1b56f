// SPDX-License-Identifier: MIT

extension Exploration {
    func line(for event: Event) -> String {
        switch event {
        case .step(let subject, let first):
            let ahead = first.map { ", ahead of \($0.key == subject.key ? "an earlier step of it" : name($0))" } ?? ""
            return (first == nil ? "  " : "! ") + words(for: subject) + ahead
        case .pause(let subject): return "! the test goes on, ahead of \(name(subject))"
        case .late(let moment, let subject):
            return "! the time goes on to \(text(of: moment)), ahead of \(name(subject))"
        case .waits: return "!   what is sent waits to be processed"
        case .leaves: return "!   what follows from it waits to be processed"
        case .time(let moment): return "  the time is \(text(of: moment))"
        case .test(let text): return "  " + text
        case .call(let code, let store): return "  the test calls \(store == 1 ? "" : "test\(store).")\(code)"
        case .action(let text, let store): return "    processed\(store == 1 ? "" : " by test\(store)"): \(text)"
        case .answer(let text): return "  \(text)"
        }
    }

    private func words(for subject: ReadyQueue.Subject) -> String {
        switch subject {
        case .run(let run): "\(run.name)\(ofStore(run.store)) \(run.takesStep() ? "begins" : "goes on")"
        case .scheduler: "work of the test scheduler is done"
        case .store(let number): "the store\(ofStore(number)) processes an action that waits"
        case .test: "the test goes on"
        }
    }

    private func name(_ subject: ReadyQueue.Subject) -> String {
        switch subject {
        case .run(let run): run.name + ofStore(run.store)
        case .scheduler: "work of the test scheduler"
        case .store(let number): "an action that waits\(number == 1 ? "" : " in test\(number)")"
        case .test: "the test"
        }
    }

    /// The name of a store in a failure, with a number if there are several.
    func name(ofStore number: Int) -> String { number == 1 ? "test" : "test\(number)" }

    /// The name of a store after "of"; empty for the first one.
    private func ofStore(_ number: Int) -> String { number == 1 ? "" : " of \(name(ofStore: number))" }
}
