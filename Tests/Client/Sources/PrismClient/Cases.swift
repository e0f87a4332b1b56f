// SPDX-License-Identifier: MIT

// The macro in an app of its own, with public enums that another module uses.

import Prism
import RexCore

/// What a counter does.
@Prism public enum CounterAction: Sendable {
    case increment
    case add(Int)
}

/// What an app does.
@Prism public indirect enum FeatureAction<Key: Sendable>: Sendable {
    /// For the counter.
    case counter(CounterAction)
    case named(key: Key, FeatureAction)
    #if os(Windows)
    case windows
    #endif
    case last
}

/// The count after actions that a lifted reducer knows by their case.
public func countByCase() -> Int {
    let counter = Reducer<CounterAction, Int>.reduce { action, count in
        count += action.isIncrement ? 1 : action.add ?? 0
    }
    let app = counter.lift(case: FeatureAction<String>.prisms.counter, state: \.self)
    let store = Store(initialState: 0, reducer: app)
    store.dispatch(.counter(.increment))
    store.dispatch(.counter(.add(5)))
    store.dispatch(.last)
    return store.state
}
