// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTesting
import Testing

@Suite struct FeatureStoreTests {
    /// Sends its dependency after a second.
    private let feature = Feature<Note, Notes, String> { action, notes in
        Reducer.notes.reduce(action, &notes)
    } effects: { effects, word in
        effects.on({ if case .go(let text) = $0 { text } else { nil } }, .latest) { text, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("\(word) \(text)"))
        }
    }

    private func expect(_ test: TestStore<Note, Notes>, toSay text: String) {
        test.send(.go("tea")) { $0.list = ["tea"] }
        test.advance(by: .seconds(1))
        test.receive(.said(text)) { $0.list.append(text) }
        test.finish()
    }

    @Test func featureGetsTheDependenciesOfTheTest() {
        expect(TestStore(initialState: Notes(), feature: feature, dependencies: "hot"), toSay: "hot tea")
    }

    @Test func featureIsTestedInAnExistingWorld() {
        expect(
            TestStore(initialState: Notes(), feature: feature, dependencies: "cold", in: TestWorld()),
            toSay: "cold tea"
        )
    }

    @Test func dependenciesMayUseTheTimeOfTheTest() {
        let clocked = feature.lift { (clock: TestClock) in "\(clock.now.offset)" }
        expect(
            TestStore(initialState: Notes(), feature: clocked, dependencies: { $0.clock }),
            toSay: "0.0 seconds tea"
        )
    }
}
