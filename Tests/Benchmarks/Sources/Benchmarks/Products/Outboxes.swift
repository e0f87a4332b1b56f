// SPDX-License-Identifier: MIT

import Dispatch
import OutboxMiddleware
import PersistenceMiddleware
import RexCore

private struct Desk: Sendable {
    var letters: Outbox<Int>
    var isOnline = false
    var clicks = 0
}

private enum DeskAction: Sendable {
    case write(Int)
    case click
    case letters(OutboxAction<Int, Int>)

    static let letters = CasePath<DeskAction, OutboxAction<Int, Int>>(
        extract: { if case .letters(let action) = $0 { action } else { nil } },
        embed: DeskAction.letters
    )
}

private let writing = Feature<DeskAction, Desk, OutboxFile<Int>> { action, desk in
    switch action {
    // Cancel the job at once, so that the number of entries stays the same.
    case .write(let number): desk.letters.cancel(desk.letters.add(number))
    case .click: desk.clicks += 1
    case .letters: break
    }
}

private let sending = Feature<DeskAction, Desk, OutboxFile<Int>>.outbox(
    case: DeskAction.letters,
    state: \.letters,
    while: \.isOnline,
    to: { $0 }
) { number, _, _ in
    number
}

extension Workload {
    static let outboxes = [adding, replay, besideOutbox]

    private static func store(of count: Int) -> Store<DeskAction, Desk> {
        var letters = Outbox<Int>()
        for number in 0..<count { letters.add(number) }
        let file = OutboxFile<Int>(at: "letters", storage: .memory)
        return Store(initialState: Desk(letters: letters), feature: writing <> sending, dependencies: file)
    }

    private static let adding = Workload(
        name: "X1",
        work: "adding a job to an outbox of 10,000, and cancelling it",
        against: "the same with 10",
        actions: 1_000,
        counted: 1_000
    ) {
        let (many, few) = (store(of: 10_000), store(of: 10))
        return Contest { count in
            write(count, in: many)
        } reference: { count in
            write(count, in: few)
        }
    }

    /// Writes `count` letters one at a time: each is on disk and removed before the next one.
    private static func write(_ count: Int, in store: Store<DeskAction, Desk>) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            for number in 0..<count {
                store.dispatch(.write(number))
                await store.settled()
            }
            done.signal()
        }
        done.wait()
    }

    private static let replay = Workload(
        name: "X2",
        work: "the replay of 10,000 pending actions",
        against: "the same fold by hand",
        actions: 20,
        counted: 1_000
    ) {
        let reducer = Reducer<Int, [Int]>.reduce { number, sums in sums[number & 1023] &+= number }
        let optimistic = reducer.optimistic()
        let base = [Int](repeating: 0, count: 1024)
        let store = Store(
            initialState: Optimistic<[Int], Int>(base),
            reducer: optimistic
        )
        for number in 0..<10_000 { store.dispatch(.perform(OutboxID(number), number)) }
        let byHand = Store(
            initialState: (base: base, shown: base, pending: Array(0..<10_000)),
            reducer: Reducer<Int, (base: [Int], shown: [Int], pending: [Int])>.reduce { number, state in
                reducer.reduce(number, &state.base)
                state.shown = state.base
                for number in state.pending { reducer.reduce(number, &state.shown) }
            }
        )
        return Contest { count in
            for number in 0..<count { store.dispatch(.server(number)) }
        } reference: { count in
            for number in 0..<count { byHand.dispatch(number) }
        }
    }

    private static let besideOutbox = Workload(
        name: "X3",
        work: "an action in a store with 1,000 waiting entries",
        against: "no outbox"
    ) {
        let beside = store(of: 1_000)
        let plain = Store(
            initialState: Desk(letters: Outbox()),
            feature: writing,
            dependencies: OutboxFile<Int>(at: "letters", storage: .memory)
        )
        return Contest { count in
            for _ in 0..<count { beside.dispatch(.click) }
        } reference: { count in
            for _ in 0..<count { plain.dispatch(.click) }
        }
    }
}
