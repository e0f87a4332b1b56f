// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport

/// Runs a program with a real store.
final class RealStore: Sendable {
    private struct Notes {
        var all: [String] = []
        var count = 0
    }

    private let program: Program
    private let dropAfter: Int?
    private let notes = Lock(Notes())
    private let owner = Lock<Store<Int, [Int]>?>(nil)
    private let outputs = Recorder<AnyActionHandler<Int>>()
    private let subscriptions = Lock<[StoreSubscription?]>([])

    private init(_ program: Program, dropAfter: Int?) {
        self.program = program
        self.dropAfter = dropAfter
    }

    /// Runs the program.
    ///
    /// Returns all events, and whether dropping the store released it.
    static func run(_ program: Program, dropAfter: Int? = nil) -> (notes: [String], isGone: Bool) {
        let real = RealStore(program, dropAfter: dropAfter)
        weak var weakStore: Store<Int, [Int]>?
        do {
            let store = real.makeStore()
            weakStore = store
            real.owner.withLock { $0 = store }
        }
        for _ in 0..<program.observersAtFirst { real.observe() }
        for action in program.external { real.outputs.events[0].dispatch(action) }
        defer {
            real.subscriptions.withLock { $0 = [] }
            _ = real.owner.withLock { $0.take() }
        }
        return (real.notes.withLock { $0.all }, weakStore == nil)
    }

    private func makeStore() -> Store<Int, [Int]> {
        var composed = ComposedMiddleware<Int, Int, [Int]>()
        let outputs = outputs
        composed.append(
            middleware: AnyMiddleware { _, output in
                outputs.record(output)
            } handle: { _, _, _ in
                .pure()
            }
        )
        for (number, answers) in program.middlewares.enumerated() {
            composed.append(middleware: middleware(number, answers))
        }
        let noting = Reducer<Int, [Int]>.reduce { [self] action, list in
            list.append(action)
            notes.withLock { $0.all.append("reduce \(action)") }
        }
        return Store(reducer: noting, state: [], middlewares: [AnyMiddleware(composed)])
    }

    private func middleware(_ number: Int, _ answers: Program.Answers) -> AnyMiddleware<Int, Int, [Int]> {
        AnyMiddleware { _, output in
            for action in answers.context { output.dispatch(action) }
        } handle: { [self] action, source, getState in
            let answering = getState().count < Program.limit
            note("m\(number) handle \(action) \(getState().count)")
            if answering { for answer in answers.handle[action] ?? [] { outputs.events[0].dispatch(answer) } }
            return IO { [self] output in
                note("m\(number) io \(action) \(getState().count)")
                if answering { for answer in answers.io[action] ?? [] { output.dispatch(answer, from: source) } }
            }
        }
    }

    private func observe() {
        let number = subscriptions.withLock { subscriptions in
            subscriptions.append(nil)
            return subscriptions.count - 1
        }
        let isFirst = Lock(true)
        let subscription = owner.withLock { $0 }?.observe { [self] list in
            note("o\(number) \(list.count)")
            let wasFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard !wasFirst, let action = list.last, list.count <= Program.limit, number < program.observers.count
            else { return }
            for reaction in program.observers[number][action] ?? [] { perform(reaction) }
        }
        subscriptions.withLock { $0[number] = subscription }
    }

    private func perform(_ reaction: Program.Reaction) {
        switch reaction {
        case .dispatch(let action): outputs.events[0].dispatch(action)
        case .cancel(let other):
            subscriptions.withLock { $0.indices.contains(other) ? $0[other] : nil }?.cancel()
        case .observe: observe()
        }
    }

    private func note(_ note: String) {
        let isLast = notes.withLock { notes in
            notes.all.append(note)
            notes.count += 1
            return notes.count == dropAfter
        }
        if isLast { _ = owner.withLock { $0.take() } }
    }
}
