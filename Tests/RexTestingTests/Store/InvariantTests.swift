// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// A condition that is checked after each action.
@Suite struct InvariantTests {
    private static let noRowTwice: @Sendable (Notes) -> Bool = { Set($0.list).count == $0.list.count }

    @Test func trueInvariantIsSilentAndCheckedAfterEachAction() {
        let states = Recorder<[String]>()
        let test = notesStore(["a": { $0.say("b") }], checks: .onlyWhatIsSaid)
        test.invariant("any list") { notes in
            states.record(notes.list)
            return true
        }
        test.send(.go("a"))
        test.send(.said("c"))
        test.finish()
        #expect(states.events == [[], ["a"], ["a", "b"], ["a", "b", "c"]])
    }

    /// A condition that is added between two sends leaves all orders of them possible.
    @Test(arguments: [false, true]) func addingAnInvariantTakesNoStep(isFirst: Bool) {
        var orders: [Set<[String]>] = []
        for isAdded in [false, true] {
            var seen: Set<[String]> = []
            exploreSchedules(1_000, lateness: .zero) { schedule in
                let order = Recorder<String>()
                let test = notesStore(
                    [
                        "a": { _ in
                            order.record("a"); await Task.yield(); order.record("A")
                        }, "b": { _ in order.record("b") },
                    ],
                    checks: .onlyWhatIsSaid,
                    schedule: schedule
                )
                if isAdded, isFirst { test.invariant("none") { _ in true } }
                test.send(.go("a"))
                if isAdded, !isFirst { test.invariant("none") { _ in true } }
                order.record("send")
                test.send(.go("b"))
                test.run()
                seen.insert(order.events)
            }
            orders.append(seen)
        }
        #expect(orders[0] == orders[1] && orders[0].count > 3)
    }

    @Test func brokenInvariantIsReportedOnceWithItsActionAndOrigin() {
        let texts = failures {
            let test = notesStore(["a": { $0.say("a") }], checks: .onlyWhatIsSaid)
            test.invariant("no row twice", Self.noRowTwice)
            test.send(.go("a"))
            test.send(.said("a"))
            test.finish()
        }
        #expect(texts.count == 1)
        let text = texts.first ?? ""
        #expect(
            text.hasPrefix(
                """
                invariant: no row twice
                  The condition is false after said("a") (- before, + after):
                """
            ),
            "\(text)"
        )
        #expect(text.contains(/\n  sent by Work a at .*\n  because of go\("a"\)\n/), "\(text)")
    }

    /// Another action restores the condition before the test looks.
    @Test func brokenInvariantIsReportedEvenIfItIsRestored() {
        let texts = failures {
            let mending = AnyMiddleware<Note, Note, Notes> { note, source, _ in
                IO { output in if note == .said("a") { output.dispatch(.go("mended"), from: source) } }
            }
            let test = TestStore(
                initialState: Notes(),
                reducer: .reduce { note, notes in notes.list = note == .said("a") ? ["a", "a"] : [] },
                middleware: mending
            )
            test.invariant("no row twice", Self.noRowTwice)
            test.send(.said("a")) { $0.list = ["a", "a"] }
            test.receive(.go("mended")) { $0.list = [] }
            test.finish()
        }
        #expect(texts.count == 1)
    }

    @Test func invariantThatIsFalseAtFirstIsReportedAtOnce() {
        let texts = failures {
            let test = notesStore()
            test.invariant("there is a note") { !$0.list.isEmpty }
            test.send(.said("a")) { $0.list = ["a"] }
            test.finish()
        }
        #expect(texts == ["invariant: there is a note\n  The condition is false at first:\n  Notes(list: [])"])
    }

    @Test func storeWithABrokenInvariantNeedsNoFinish() {
        let texts = failures {
            let test = notesStore()
            test.invariant("empty") { $0.list.isEmpty }
            test.send(.said("a")) { $0.list = ["a"] }
        }
        #expect(texts.count == 1)
    }

    /// Two tasks read the list before either of them writes.
    @Test func scheduleThatBreaksAnInvariantIsFoundAlthoughItsEndIsRight() {
        let body: @Sendable (Schedule) -> Void = { schedule in
            let test = TestStore(
                initialState: Notes(),
                reducer: .notes,
                middleware: AnyMiddleware<Note, Note, Notes> { note, source, state in
                    guard case .go(let name) = note else { return .pure() }
                    return .task(from: source) { output in
                        await Task.yield()
                        if !state().list.contains("\(name)!") { output.dispatch(.said("\(name)!"), from: source) }
                    }
                },
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            test.invariant("no answer twice") { notes in notes.list.count { $0.hasSuffix("!") } <= 1 }
            test.send(.go("a"))
            test.send(.go("a"))
            test.finish()
        }
        #expect(failures { body(.inOrder) } == [])
        let texts = failures { exploreSchedules(500) { body($0) } }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("\ninvariant: no answer twice\n") == true, "\(texts)")
    }
}
