// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Feature
import Foundation
import RecorderMiddleware
import RexCore

extension Workload {
    static let recorded = Workload(
        name: "R1",
        work: "an action that is recorded in memory, with its states",
        against: "unrecorded"
    ) {
        let store = Store(
            initialState: 0,
            reducer: .counter,
            middleware: Recorder<CounterAction, Int>().middleware
        )
        let reference = Store(initialState: 0, reducer: .counter, middleware: IgnoringMiddleware<CounterAction, Int>())
        return Contest {
            for _ in 0..<$0 { store.dispatch(.increment) }
        } reference: {
            for _ in 0..<$0 { reference.dispatch(.increment) }
        } complaint: {
            store.state > 0 ? nil : "nothing was counted"
        }
    }

    static let recordedOnThreads = Workload(
        name: "R1 threads",
        work: "eight threads with a store each, recorded by one recorder",
        against: "a recorder for each",
        actions: 200_000
    ) {
        func stores(_ recorder: () -> Recorder<CounterAction, Int>) -> [Store<CounterAction, Int>] {
            (0..<8).map { _ in Store(initialState: 0, reducer: .counter, middleware: recorder().middleware) }
        }
        func dispatch(_ count: Int, to stores: [Store<CounterAction, Int>]) {
            let done = DispatchGroup()
            for store in stores {
                done.enter()
                Thread.detachNewThread {
                    for _ in 0..<count / 8 { store.dispatch(.increment) }
                    done.leave()
                }
            }
            done.wait()
        }
        let recorder = Recorder<CounterAction, Int>()
        let (recorded, reference) = (stores { recorder }, stores { Recorder() })
        return Contest {
            dispatch($0, to: recorded)
        } reference: {
            dispatch($0, to: reference)
        } complaint: {
            recorder.recording().entries.count == 10_000 ? nil : "not all actions were recorded"
        }
    }

    static let recordedInFile = Workload(
        name: "R2",
        work: "an action of 100 encoded bytes that is recorded in a file",
        against: "unrecorded"
    ) {
        let path = "/tmp/rex-benchmark-\(getpid()).rex"
        let recorder = Recorder<LongAction, Int>(file: path)
        // Remove the name of the file. The recorder still has it mapped.
        unlink(path)
        let reducer = Reducer<LongAction, Int>.reduce { _, count in count += 1 }
        let store = Store(initialState: 0, reducer: reducer, middleware: recorder.middleware)
        let reference = Store(initialState: 0, reducer: reducer, middleware: IgnoringMiddleware<LongAction, Int>())
        let action = LongAction.renamed(
            id: 1_234_567,
            title: "A title of a row in a list, as long as titles are",
            isDone: false,
            12.25
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(action) }
        } reference: {
            for _ in 0..<$0 { reference.dispatch(action) }
        } complaint: {
            recorder.recording().entries.isEmpty ? "nothing was recorded" : nil
        }
    }
}

extension Workload {
    static let recordedChain = Workload(
        name: "R2 bridged",
        work: "one link of a chain of bridged actions, recorded in a file",
        against: "actions without a cause"
    ) {
        let bridges = BridgeMiddleware<Tick, Tick, Int>().bridge { tick in
            tick.left > 0 ? Tick(left: tick.left - 1) : nil
        }
        func store() -> Store<Tick, Int> {
            let path = "/tmp/rex-benchmark-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).rex"
            let recorder = Recorder<Tick, Int>(file: path)
            unlink(path)
            return Store(
                initialState: 0,
                reducer: .reduce { _, count in count += 1 },
                middleware: bridges <> recorder.middleware
            )
        }
        let chained = store()
        let single = store()
        return Contest {
            chained.dispatch(Tick(left: $0 - 1))
        } reference: {
            for _ in 0..<$0 { single.dispatch(Tick(left: 0)) }
        }
    }
}

/// An action that causes further actions.
private struct Tick: Codable, Sendable {
    let left: Int
}

/// An action that takes 100 bytes as JSON.
private enum LongAction: Codable, Sendable {
    case renamed(id: Int, title: String, isDone: Bool, Double)
}
