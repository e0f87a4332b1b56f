// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A part whose `==` is false even for the value itself, as with NaN inside.
private protocol UnequalPart: Equatable, Sendable {
    static var first: Self { get }
    /// Another value that isn't equal to itself either.
    static var second: Self { get }
}

extension Double: UnequalPart {
    fileprivate static var first: Double { .nan }
    fileprivate static var second: Double { Double(nan: 7, signaling: false) }
}

extension Optional: UnequalPart where Wrapped == Double {
    fileprivate static var first: Double? { .nan }
    fileprivate static var second: Double? { Double(nan: 7, signaling: false) }
}

/// Plain bits without a hash.
private struct Bits: UnequalPart {
    var number = 0
    var level = Double.nan
    static var first: Bits { Bits() }
    static var second: Bits { Bits(number: 1) }
}

/// A hash, and storage that is at another address each time.
private struct Hashed: UnequalPart, Hashable {
    struct Inner: Hashable, Sendable { var level = Double.nan }

    var text: String
    var inner = [Inner](repeating: Inner(), count: 2)
    var level = Double.nan
    static var first: Hashed { Hashed(text: String(repeating: "a", count: 100)) }
    static var second: Hashed { Hashed(text: String(repeating: "b", count: 100)) }
}

/// Neither bits nor a hash, so that nobody can tell whether it has changed.
private struct Unknown: UnequalPart {
    var text = "a"
    var level = Double.nan
    static var first: Unknown { Unknown() }
    static var second: Unknown { Unknown(text: "b") }
}

@Suite struct UnequalValueTests {
    private struct Whole<Value: UnequalPart>: Sendable {
        var before = 0
        var part = Value.first
        var others = 0
    }

    private enum Act: Sendable { case other, set, set2 }

    private func makeStore<Value: UnequalPart>(_ type: Value.Type) -> Store<Act, Whole<Value>> {
        Store(
            initialState: Whole(),
            reducer: .reduce { act, whole in
                switch act {
                case .other: whole.others += 1
                case .set: whole.part = .first
                case .set2: whole.part = .second
                }
            }
        )
    }

    /// Returns how often each kind of observer is notified of the actions, and of the first value.
    private func notifications<Value: UnequalPart>(of type: Value.Type, _ acts: [Act]) -> [Int] {
        let counts = (0..<5).map { _ in Recorder<Void>() }
        let store = makeStore(type)
        let projection = store.mapState(\.part)
        let subscriptions = [
            store.observe(\.before) { _ in },
            store.observe(\.part) { _ in counts[0].record(()) },
            projection.observe { _ in counts[1].record(()) },
            projection.mapState { $0 }.observe { _ in counts[2].record(()) },
            store.mapState({ $0 as Whole<Value> }).observe(\.part) { _ in counts[3].record(()) },
            store.projection(action: { (act: Act) in act }, state: { $0.part }, distinct: true)
                .observe { _ in counts[4].record(()) },
        ]
        for act in acts { store.dispatch(act) }
        withExtendedLifetime(subscriptions) {}
        return counts.map(\.events.count)
    }

    private func areChangesOnly<Value: UnequalPart>(_ type: Value.Type) -> Bool {
        notifications(of: type, [.other, .other, .set, .other, .set2, .other, .set2, .set])
            == Array(repeating: 3, count: 5)
    }

    @Test func observersGetOnlyChangesOfAPartThatIsUnequalToItself() {
        #expect(areChangesOnly(Double.self))
        #expect(areChangesOnly(Double?.self))
        #expect(areChangesOnly(Bits.self))
        #expect(areChangesOnly(Hashed.self))
    }

    /// It might have changed.
    @Test func observersGetAPartThatCannotBeComparedAfterEachAction() {
        #expect(notifications(of: Unknown.self, [.other, .set, .set2]) == Array(repeating: 4, count: 5))
    }

    @Test func streamContainsAPartThatIsUnequalToItselfOnce() async {
        let store = makeStore(Hashed.self)
        var texts = store.mapState(\.part).states.makeAsyncIterator()
        #expect(await texts.next()?.text.first == "a")
        store.dispatch(.other)
        store.dispatch(.set2)
        #expect(await texts.next()?.text.first == "b")
    }

    /// Returns the steps to undo and to redo.
    private func steps<Value: UnequalPart>(_ type: Value.Type, _ changes: [(inout Value) -> Void]) -> (Int, Int) {
        var state = Undoable(Value.first)
        state.change(limit: 9) { $0 = .second }
        state.undo()
        for change in changes { state.change(limit: 9, change) }
        return (state.past.count, state.future.count)
    }

    @Test func undoableRecordsNoStepForAChangeToTheSameValue() {
        #expect(steps(Double.self, [{ _ in }, { $0 = .first }]) == (0, 1))
        #expect(steps(Bits.self, [{ _ in }, { $0 = .first }]) == (0, 1))
        #expect(steps(Hashed.self, [{ _ in }, { $0 = .first }]) == (0, 1))
        #expect(steps(Hashed.self, [{ _ in }, { $0.text += "!" }, { _ in }]) == (1, 0))
        #expect(steps(Unknown.self, [{ _ in }]) == (1, 0))
    }

    @Test func liftedUndoableReducerKeepsItsRedoneStates() {
        struct Page: Sendable { var draft = Undoable(Hashed.first) }
        enum PageAct: Sendable { case write(String), nothing, undo, redo }
        let draft = Reducer<PageAct, Hashed>.reduce { act, draft in if case .write(let text) = act { draft.text = text }
        }
        .undoable(
            limit: 9,
            undo: { if case .undo = $0 { true } else { false } },
            redo: { if case .redo = $0 { true } else { false } }
        )
        let store = Store(
            initialState: Page(),
            reducer: draft.lift(action: { (act: PageAct) in act }, state: \Page.draft)
        )
        for act: PageAct in [.write("a"), .undo, .nothing, .redo] { store.dispatch(act) }
        #expect(store.state.draft.present.text == "a")
    }
}
