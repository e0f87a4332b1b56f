// SPDX-License-Identifier: MIT

// The macro in a separate app, with public enums that another module uses.

import Prism
import RexCore

/// The actions of a counter.
@Prism public enum CounterAction: Sendable {
    case increment
    case add(Int)
}

/// The actions of an app.
@Prism public indirect enum FeatureAction<Key: Sendable>: Sendable {
    /// An action of the counter.
    case counter(CounterAction)
    case named(key: Key, FeatureAction)
    #if os(Windows)
    case windows
    #endif
    case last
}

/// Returns the count after several actions, with a reducer that is lifted to their case.
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
