// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import Testing

/// The examples in the documentation of `Effect` and `EffectPolicy`.
@Suite struct EffectDocExamples {
    @Test func effectAndPolicy() {
        let world = VirtualWorld()
        let store = world.store(
            LabEffects()
                .on(\.go, .latest) { value, effect in
                    try await effect.sleep(for: .milliseconds(300))
                    effect.send(.said("found \(value)"))
                }
                .on(\.row, .latest.debounced(for: .milliseconds(300)).retrying(2)) { row, effect in
                    effect.send(.said(row.text))
                }
        )
        store.dispatch(.go(1))
        store.dispatch(.go(2))
        store.dispatch(.row(1, "a"))
        store.dispatch(.row(1, "ab"))
        world.advance(by: .seconds(1))
        #expect(store.state.said.sorted() == ["ab", "found 2"])
    }
}
