// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

private struct App: Sendable, Equatable { var notes = Notes() }

@Suite struct LawTests {
    private let first = Reducer<Note, Notes>.reduce { _, notes in notes.list.append("first") }
    private let second = Reducer<Note, Notes>.reduce { _, notes in notes.list.reverse() }

    @Test func lawfulTypesPass() {
        expectMonoid(Joined(value: "a"), Joined(value: "b"), Joined(value: "c")) { $0.value }
        expectMonoid(first, second, .notes) { reducer in
            var notes = Notes(list: ["x", "y"])
            reducer.reduce(.said("z"), &notes)
            return notes
        }
        expectLift(first, second, lift: { $0.lift(state: \App.notes) }) { reducer in
            var app = App()
            for text in ["a", "b"] { reducer.reduce(.said(text), &app) }
            return app
        }
        expectPure(.notes, actions: [.go("a"), .said("b")], states: [Notes(), Notes(list: ["x"])])
    }

    @Test func lawsWithoutSamplesFail() {
        let texts = failures {
            expectMonoid(observe: { (text: Joined) in text.value })
            expectLift(lift: { (text: Joined) in Joined(value: text.value + "!") }) { $0.value }
            expectPure(Reducer.notes, actions: [], states: [])
            expectPure(Reducer.notes, actions: [.go("a")], states: [])
        }
        #expect(
            texts == [
                "expectMonoid has nothing to check. Pass a sample.", "expectLift has nothing to check. Pass a sample.",
                "expectPure has nothing to check. Pass an action.", "expectPure has nothing to check. Pass a state.",
            ]
        )
    }

    @Test func nonassociativeAppendIsFound() {
        let texts = failures {
            expectMonoid(Forgetful(value: "aa"), Forgetful(value: "bb"), Forgetful(value: "c")) { $0.value }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("expectMonoid: sample 1 <> ") == true)
    }

    @Test func identityThatChangesAValueIsFound() {
        let texts = failures { expectMonoid(Loud(value: "a")) { $0.value } }
        #expect(
            texts == [
                """
                expectMonoid: identity <> sample 1 is not sample 1 (- expected, + actual):
                - "a"
                + "!a"
                """
            ]
        )
    }

    @Test func identityThatChangesAValueAtItsRightIsFound() {
        struct Ending: Monoid, Sendable {
            var value: String
            static let identity = Ending(value: ".")
            static func append(_ lhs: Ending, _ rhs: Ending) -> Ending {
                lhs.value == "." ? rhs : Ending(value: lhs.value + rhs.value)
            }
        }
        let texts = failures { expectMonoid(Ending(value: "a")) { $0 } }
        let title = "expectMonoid: sample 1 <> identity is not sample 1 (- expected, + actual):"
        #expect(texts == ["\(title)\n- value: \"a\"\n+ value: \"a.\""])
    }

    @Test func liftThatChangesTheIdentityIsFound() {
        let texts = failures {
            let addition = Reducer<Note, App>.reduce { _, app in app.notes.list.append("x") }
            expectLift(first, lift: { $0.lift(state: \App.notes) <> addition }) { reducer in
                var app = App()
                reducer.reduce(.said("a"), &app)
                return app
            }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("expectLift: the lift of the identity is not the identity") == true)
    }

    @Test func liftThatDoesNotPreserveCompositionIsFound() {
        let texts = failures {
            expectLift(Joined(value: "a"), Joined(value: "b"), lift: { Joined(value: String($0.value.sorted(by: >))) })
            {
                $0.value
            }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("expectLift: the lift of sample 1 <> sample 2 is not the composition") == true)
    }

    @Test func impureReducerIsFound() {
        let counter = Lock(0)
        let counting = Reducer<Note, Notes>.reduce { _, notes in
            notes.list.append("\(counter.withLock { count in count += 1; return count })")
        }
        let texts = failures { expectPure(counting, actions: [.said("a")], states: [Notes()]) }
        #expect(
            texts == [
                """
                expectPure: The reducer returned two states for the same action and state (- first, + second):
                  list
                -   [0]: "1"
                +   [0]: "2"
                  action: said("a")
                  state: Notes(list: [])
                """
            ]
        )
    }

    /// Each triple is checked, and the failure names its samples.
    @Test func failureNamesItsSamples() {
        let texts = failures {
            expectMonoid(Forgetful(value: "bb"), Forgetful(value: "aaa"), Forgetful(value: "c")) { $0.value + "?" }
            expectMonoid(Joined(value: "a"), Joined(value: "b")) { $0.value }
            expectMonoid(Picky(value: "x"), Picky(value: "b"), Picky(value: "a")) { $0.value }
            expectLift(
                Joined(value: "a"),
                Joined(value: "b"),
                lift: { Joined(value: $0.value == "ba" ? "" : $0.value) }
            ) {
                $0.value
            }
        }
        let end = "(- expected, + actual):"
        #expect(
            texts == [
                "expectMonoid: sample 1 <> (sample 3 <> sample 1) is not (sample 1 <> sample 3) <> sample 1 \(end)\n"
                    + "- \"cbb?\"\n+ \"bbcbb?\"",
                "expectMonoid: sample 2 <> (sample 3 <> sample 1) is not (sample 2 <> sample 3) <> sample 1 \(end)\n"
                    + "- \"bax\"\n+ \"!\"",
                "expectLift: the lift of sample 2 <> sample 1 is not the composition of their lifts \(end)\n"
                    + "- \"ba\"\n+ \"\"",
            ]
        )
    }

    /// Each action is reduced with each state, and then again in reverse order.
    @Test func actionsAreReducedAgainInReverseOrder() {
        let asked = Recorder<String>()
        let asking = Reducer<Note, Notes>.reduce { note, notes in
            asked.record(note.said.map { $0 + notes.list[0] } ?? "")
        }
        expectPure(asking, actions: [.said("a"), .said("b")], states: [Notes(list: ["1"]), Notes(list: ["2"])])
        #expect(asked.events == ["a1", "a2", "b1", "b2", "b2", "b1", "a2", "a1"])
    }

    private func notes(parent: @escaping MutableReduceFunction<Note, Notes?>) -> Feature<Note, Notes?, Void> {
        let path = CasePath<Note, Note>(extract: { $0 }, embed: { $0 })
        return Feature<Note, Notes?, Void>(parent) <> Feature(.notes).lift(.case(path, optional: \.self))
    }

    @Test func parentThatIgnoresRefusedActionsKeepsTheLaw() {
        let careful = notes { action, notes in if notes != nil, action == .said("new") { notes = Notes(list: ["new"]) }
        }
        expectRefusedActionsIgnored(careful, actions: [.said("new"), .go("a")], states: [nil, Notes()])
    }

    @Test func parentThatReactsToARefusedActionIsFound() {
        let careless = notes { action, notes in if action == .said("new") { notes = Notes(list: ["new"]) } }
        let texts = failures {
            expectRefusedActionsIgnored(careless, actions: [.go("a"), .said("new")], states: [Notes(), nil])
        }
        #expect(texts.count == 1)
        let head =
            "expectRefusedActionsIgnored: The reducer reacts to an action for a part that is gone (- before, + after):"
        #expect(texts.first?.hasPrefix(head) == true)
        #expect(texts.first?.contains("action: said(\"new\")") == true)
    }

    @Test func lawOfRefusedActionsNeedsARefusedAction() {
        let feature = notes { _, _ in }
        let texts = failures { expectRefusedActionsIgnored(feature, actions: [.go("a")], states: [Notes()]) }
        let missing = "an action and a state in which the action is refused"
        #expect(texts == ["expectRefusedActionsIgnored has nothing to check. Pass \(missing)."])
    }
}

/// Appends "x", "b" and "a" correctly in only one of two groupings.
private struct Picky: Monoid, Sendable {
    var value: String
    static let identity = Picky(value: "")
    static func append(_ lhs: Picky, _ rhs: Picky) -> Picky {
        Picky(value: lhs.value == "b" && rhs.value == "ax" ? "!" : lhs.value + rhs.value)
    }
}
