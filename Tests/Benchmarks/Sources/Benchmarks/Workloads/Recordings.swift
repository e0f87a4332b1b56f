// SPDX-License-Identifier: MIT

import Feature
import RecorderMiddleware
import RexCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

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

    static let recordedInFile = Workload(
        name: "R2",
        work: "an action of 100 encoded bytes that is recorded in a file",
        against: "unrecorded"
    ) {
        let path = "/tmp/rex-benchmark-\(getpid()).rex"
        let recorder = Recorder<LongAction, Int>(file: path)
        // The file lives on in memory; nobody else needs its name.
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

/// An action that takes 100 bytes as JSON.
private enum LongAction: Codable, Sendable {
    case renamed(id: Int, title: String, isDone: Bool, Double)
}
