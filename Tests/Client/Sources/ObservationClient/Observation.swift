// SPDX-License-Identifier: MIT

// A view of a counter, in a separate app.

import Observation
import RexCore
import RexObservation

struct Counter: Sendable {
    var count = 0
    var name = "counter"
}

enum CounterAction: Sendable {
    case increment
    case rename(String)
}

/// Returns the counts that a view reads while count and name change.
@available(macOS 14, *)
@MainActor public func countsThatWereRead() -> [Int] {
    let store = Store(
        initialState: Counter(),
        reducer: .reduce { (action: CounterAction, counter: inout Counter) in
            switch action {
            case .increment: counter.count += 1
            case .rename(let name): counter.name = name
            }
        },
        executor: .mainQueue
    )
    let model = ObservableStore(store)
    let view = CountView(model: model)
    model.send(.increment)
    model.value(\.name, send: CounterAction.rename).set("views")
    model.send(.increment)
    return view.counts
}

@available(macOS 14, *)
@MainActor private final class CountView {
    let model: ObservableStore<CounterAction, Counter>
    var counts: [Int] = []

    init(model: ObservableStore<CounterAction, Counter>) {
        self.model = model
        draw()
    }

    func draw() {
        withObservationTracking {
            counts.append(model.count)
        } onChange: {
            MainActor.assumeIsolated { self.draw() }
        }
    }
}
