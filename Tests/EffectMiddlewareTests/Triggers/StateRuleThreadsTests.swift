// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import RexCore
import RexTestSupport
import Testing

/// Counts the threads that read a state at the same time.
private final class ReadingThreads: Sendable {
    private let counts = Lock((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func read() {
        counts.withLock { counts in
            counts.now += 1
            counts.most = max(counts.most, counts.now)
        }
        // Lets another thread run.
        for _ in 0..<2 { sched_yield() }
        counts.withLock { $0.now -= 1 }
    }
}

@Suite struct StateRuleThreadsTests {
    /// The effects and the output are Sendable, so any thread may run the `IO` of an action.
    @Test func oneThreadAtATimeComparesStatesWhenAnotherThreadRunsAnIO() {
        let readers = ReadingThreads()
        let effects = EffectMiddleware<Int, Int, Int>()
            .cancel { $0 > 0 ? () : nil }
            .during { _ -> Int? in
                readers.read()
                return nil
            } run: { _, _ in
            }
        let outputs = Recorder<AnyActionHandler<Int>>()
        let other = AnyMiddleware<Int, Int, Int>(receiveContext: { outputs.record($1) }, handle: { _, _, _ in .pure() })
        let store = Store(
            initialState: 0,
            reducer: .reduce { action, state in state = action },
            middleware: effects <> other
        )
        onThreads(2) { index in
            for action in 1...20 {
                if index == 0 {
                    store.dispatch(action)
                } else {
                    let source = ActionSource(file: "A/B.swift", function: "f()", line: 3, info: nil)
                    for output in outputs.events {
                        effects.handle(action: action, from: source, state: { 0 }).run(output)
                    }
                }
            }
        }
        #expect(readers.most == 1)
    }
}
