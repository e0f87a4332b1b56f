// SPDX-License-Identifier: MIT

import Foundation
import RexCore

extension Workload {
    static let twoThreads = Workload(
        name: "W8",
        work: "two threads into one store",
        against: "one thread",
        actions: 200_000
    ) {
        let (store, alone) = (storeOfTurns(), storeOfTurns())
        let sent = Box(0)
        return Contest { count in
            let turns = sent.value..<(sent.value + count / 2)
            let done = DispatchGroup()
            for thread in 0..<2 {
                done.enter()
                Thread.detachNewThread {
                    for number in turns { store.dispatch(Turn(thread: thread, number: number)) }
                    done.leave()
                }
            }
            done.wait()
            sent.value = turns.upperBound
        } reference: {
            for number in 0..<$0 { alone.dispatch(Turn(thread: 0, number: number)) }
        } complaint: {
            let turns = store.state
            return turns.isInOrder && turns.next == (sent.value, sent.value)
                ? nil
                : "each thread sent \(sent.value) actions, \(turns.next) were reduced, in order: \(turns.isInOrder)"
        }
    }
}

/// An action: the thread that sends it, and its number in the sequence of that thread.
private struct Turn: Sendable {
    let thread: Int
    let number: Int
}

private struct Turns: Sendable {
    var next = (0, 0)
    var isInOrder = true
}

private func storeOfTurns() -> Store<Turn, Turns> {
    Store(
        initialState: Turns(),
        reducer: .reduce { turn, turns in
            if turn.number != (turn.thread == 0 ? turns.next.0 : turns.next.1) { turns.isInOrder = false }
            if turn.thread == 0 { turns.next.0 += 1 } else { turns.next.1 += 1 }
        }
    )
}
