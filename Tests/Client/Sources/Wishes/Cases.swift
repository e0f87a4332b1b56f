// SPDX-License-Identifier: MIT

// Public enums of the macro, which another module uses.

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
