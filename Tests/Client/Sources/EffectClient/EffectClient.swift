// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore

enum Query: Sendable {
    case typed(String)
    case found(String)

    var typed: String? { if case .typed(let text) = self { text } else { nil } }
}

/// Returns the results of a debounced search for two texts in a row.
public func newestAnswer() async -> [String] {
    let store = Store(
        initialState: [String](),
        reducer: .reduce { (action: Query, found: inout [String]) in
            if case .found(let text) = action { found.append(text) }
        },
        middleware: EffectMiddleware<Query, Query, [String]>()
            .on(\.typed, .latest.debounced(for: .milliseconds(1))) { text, effect in effect.send(.found(text)) }
    )
    store.dispatch(.typed("a"))
    store.dispatch(.typed("b"))
    await store.settled()
    return store.state
}
