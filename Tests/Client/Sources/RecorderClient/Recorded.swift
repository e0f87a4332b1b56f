// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore

/// Records an action and its answer, and returns the index of the cause of each.
public func recordedCauses() -> [Int?] {
    let recorder = Recorder<Int, Int>()
    let answering = AnyMiddleware<Int, Int, Int> { action, source, _ in
        action == 1 ? .send(2, from: source) : .pure()
    }
    let store = Store(
        initialState: 0,
        reducer: Reducer<Int, Int>.reduce { action, sum in sum += action },
        middleware: answering <> recorder.middleware
    )
    store.dispatch(1)
    let entries = recorder.recording().entries
    return entries.map { entry in entries.firstIndex { $0.number == entry.cause } }
}
