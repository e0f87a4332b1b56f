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

    /// Notes in an optional part, which a late answer must not reach.
    private enum Screen: Sendable, Equatable {
        case notes(Note), close

        static let notes = CasePath<Screen, Note>(
            extract: { if case .notes(let note) = $0 { note } else { nil } },
            embed: Screen.notes
        )
    }

    private func screenTest() -> TestStore<Screen, Notes?> {
        let close = Feature<Screen, Notes?, String> { action, notes in if action == .close { notes = nil } }
        // Sends a late action when the screen is closed.
        let late = Feature<Screen, Notes?, String>(middleware: { _ in
            AnyMiddleware<Screen, Screen, Notes?> { action, source, _ in
                action == .close ? IO { $0.dispatch(.notes(.said("late")), from: source) } : .pure()
            }
        })
        let app = feature.lift(.case(Screen.notes, optional: \.self)) <> close <> late
        return TestStore(initialState: Notes(), feature: app, dependencies: "hot")
    }

    @Test func refusedActionThatTheAppSendsIsNoFailure() {
        let test = screenTest()
        test.send(.close) { $0 = nil }
        #expect(test.refused.map(\.action) == [.notes(.said("late"))])
        #expect(test.actions.map(\.action) == [.close])
        test.finish()
    }

    @Test func lateActionMustBeSentAsOne() {
        let test = screenTest()
        test.send(.close) { $0 = nil }
        test.sendLate(.notes(.go("tea")))
        #expect(test.refused.map(\.action) == [.notes(.said("late")), .notes(.go("tea"))])
        #expect(test.state == nil)
        test.finish()
    }

    @Test func sendOfALateActionFails() {
        let failures = failures {
            let test = screenTest()
            test.send(.close) { $0 = nil }
            test.send(.notes(.go("tea")))
            test.finish()
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("The store refused the action: the state is gone.") == true)
    }

    @Test func lateSendOfAProcessedActionFails() {
        let failures = failures {
            let test = screenTest()
            test.sendLate(.notes(.said("tea")))
            test.finish()
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("The store did not refuse the action") == true)
    }

    @Test func featureIsTestedInAnExistingWorld() {
        expect(
            TestStore(initialState: Notes(), feature: feature, dependencies: "cold", in: TestWorld()),
            toSay: "cold tea"
        )
    }

    @Test func dependenciesMayUseTheTimeOfTheTest() {
        let clocked = feature.lift { (clock: TestClock) in "\(clock.now.offset)" }
        let world = TestWorld()
        expect(
            TestStore(initialState: Notes(), feature: clocked, dependencies: world.clock, in: world),
            toSay: "0.0 seconds tea"
        )
    }
}
