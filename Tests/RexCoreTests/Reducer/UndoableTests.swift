// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private enum TextAction: Sendable, Equatable {
    case typed(String), undo, redo

    var undo: Void? { self == .undo ? () : nil }
    var redo: Void? { self == .redo ? () : nil }
}

private let text = Reducer<TextAction, String>.reduce { action, text in
    if case .typed(let more) = action { text += more } else { text += "?" }
}

private func typing(limit: Int) -> Reducer<TextAction, Undoable<String>> {
    text.undoable(limit: limit, undo: \.undo, redo: \.redo)
}

@Suite struct UndoableTests {
    private func run(_ actions: [TextAction], limit: Int) -> Undoable<String> {
        var state = Undoable("")
        for action in actions { typing(limit: limit).reduce(action, &state) }
        return state
    }

    @Test(arguments: [
        (0, "abcd", [String]()), (Int.min, "abcd", []), (1, "abc", ["abcd"]), (2, "ab", ["abcd", "abc"]),
    ])
    func limitBoundsTheNumberOfUndoneChanges(limit: Int, text: String, future: [String]) {
        let state = run("abcd".map { .typed(String($0)) } + [.undo, .undo, .undo].prefix(max(1, limit)), limit: limit)
        #expect(state.present == text)
        #expect(state.past == [])
        #expect(state.future == future)
    }

    @Test func undoAndRedoWithoutHistoryChangeNothing() {
        #expect(run([.undo, .redo], limit: 9) == Undoable(""))
        #expect(run([.typed("a"), .undo, .undo], limit: 9) == run([.typed("a"), .undo], limit: 9))
        #expect(run([.typed("a"), .redo], limit: 9) == run([.typed("a")], limit: 9))
    }

    @Test func newChangeClearsTheUndoneStates() {
        let state = run([.typed("a"), .typed("b"), .undo, .typed("c"), .redo], limit: 9)
        #expect(state.present == "ac")
        #expect(state.past == ["", "a"])
        #expect(state.future == [])
    }

    @Test func actionWithoutAChangeIsNotRecordedAndKeepsTheUndoneStates() {
        let state = run([.typed("a"), .undo, .typed(""), .redo], limit: 9)
        #expect(state.present == "a")
        #expect(state.past == [""])
    }

    @Test func settingThePresentRecordsNothing() {
        var state = run([.typed("a")], limit: 9)
        state.present = "b"
        #expect(state.past == [""])
        state.undo()
        state.redo()
        #expect(state.present == "b")
    }

    @Test func lowerLimitDropsTheOldestWithTheNextChange() {
        var state = run("abcd".map { .typed(String($0)) }, limit: 9)
        state.change(limit: 2) { $0 += "e" }
        #expect(state.past == ["abc", "abcd"])
    }

    @Test func innerUndoIsUndoneByTheOuterOne() {
        let outer = typing(limit: 9)
            .undoable(
                limit: 9,
                undo: { (action: TextAction) in action == .typed("outer") ? () : nil },
                redo: { _ in false }
            )
        var state = Undoable(Undoable(""))
        for action in [TextAction.typed("a"), .typed("b"), .undo] { outer.reduce(action, &state) }
        #expect(state.present.present == "a")
        outer.reduce(.typed("outer"), &state)
        #expect(state.present.present == "ab")
        #expect(state.past.count == 2)
    }

    @Test func eachElementHasItsOwnHistory() {
        struct Page: Sendable, Identifiable {
            let id: Int
            var text = Undoable("")
        }
        let pages = typing(limit: 9).lift(state: \Page.text)
            .lift(
                .case(
                    CasePath(extract: { (action: ElementIDAction<Int, TextAction>) in action }, embed: { $0 }),
                    each: \[Page].self
                )
            )
        let store = Store(initialState: [Page(id: 1), Page(id: 2)], reducer: pages)
        for id in 1...2 { store.dispatch(ElementIDAction(id: id, action: .typed("a"))) }
        store.dispatch(ElementIDAction(id: 2, action: .undo))
        #expect(store.state.map(\.text.present) == ["a", ""])
        #expect(store.state.map(\.text.past) == [[""], []])
    }

    @Test func onlyThePresentAndTheLimitedPastAreRetained() {
        final class Living: Sendable {
            let ends: Recorder<Int>
            let number: Int
            init(_ number: Int, _ ends: Recorder<Int>) { (self.number, self.ends) = (number, ends) }
            deinit { ends.record(number) }
        }
        struct Page: Equatable {
            let living: Living
            static func == (lhs: Page, rhs: Page) -> Bool { lhs.living === rhs.living }
        }
        let ends = Recorder<Int>()
        var state = Undoable(Page(living: Living(0, ends)))
        for number in 1...1_000 {
            state.change(limit: 3) { $0 = Page(living: Living(number, ends)) }
        }
        #expect(state.past.map(\.living.number) == [997, 998, 999])
        #expect(ends.events == Array(0..<997))
        #expect(state.past.capacity < 16)
    }

    @Test func undoableBehavesLikeAListOfStatesWithAnIndex() {
        forAllSamples { generator in
            let limit = Int.random(in: 0...4, using: &generator)
            let reducer = typing(limit: limit)
            var state = Undoable("")
            var (states, place) = ([""], 0)
            for number in 0..<40 {
                let action =
                    [.undo, .redo, .typed("\(number) "), TextAction.typed("")].randomElement(using: &generator) ?? .undo
                reducer.reduce(action, &state)
                switch action {
                case .undo: place = max(0, place - 1)
                case .redo: place = min(states.count - 1, place + 1)
                case .typed(""): break
                case .typed(let more):
                    states = Array((states.prefix(place + 1) + [states[place] + more]).suffix(limit + 1))
                    place = states.count - 1
                }
                #expect(state.present == states[place])
                #expect(state.past == Array(states[..<place]))
                #expect(state.future == states[(place + 1)...].reversed())
            }
        }
    }
}
