// SPDX-License-Identifier: MIT

import RexCore
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

private indirect enum TreeAction: Equatable, Sendable {
    case child(ElementIDAction<Int, TreeAction>)
    case fold
}

private enum PlaceAction: Sendable {
    enum Place: Sendable { case local(String), server(Int) }
    enum Item: Sendable { case added(Place, String), gone }
    enum Order: Sendable { case name, place }

    case list(Item), closed, sorted(Order)
}

private enum Outer: Sendable {
    enum Inner: Sendable { case first(Innermost), second }
    enum Innermost: Sendable { case one, two }

    case inner(Inner)
}

private enum PairAction: Sendable {
    case move(from: Side, to: Side)
    case change(key: Side, action: RowAction)
    case keyed(Side, RowAction)
    case optional(RowAction?)
}

/// The case names of actions, which come from their types.
@Suite struct CaseNameTests {
    private func record<ActionType: Sendable>(_ actions: ActionType...) -> Recording<ActionType, Int> {
        let recorder = Recorder<ActionType, Int>()
        let store = Store(initialState: 0, reducer: .identity, middleware: recorder.middleware)
        for action in actions { store.dispatch(action) }
        return recorder.recording()
    }

    @Test func coverageCountsActionsOfElements() {
        let toggle = ElementIDAction(id: 1, action: RowAction.toggle)
        let coverage = record(
            ListAction.row(toggle),
            .row(ElementIDAction(id: 2, action: .toggle)),
            .pair(id: 5, .toggle)
        ).coverage
        #expect(
            coverage.cases == [
                "row.toggle": 2, "row.rename": 0, "pair.toggle": 1, "pair.rename": 0, "remove": 0,
            ]
        )
        #expect(record(toggle).coverage.cases == ["toggle": 1, "rename": 0])
        #expect(
            Recorder<ElementIDAction<Int, RowAction>, Int>().recording().coverage.cases == ["toggle": 0, "rename": 0]
        )
        #expect(record(ElementIDAction(id: 1, action: 1)).coverage.cases == ["ElementIDAction<Int, Int>": 1])
    }

    @Test func nestedActionAmongSeveralValuesIsCounted() {
        let coverage = record(
            PairAction.move(from: .left, to: .right),
            .change(key: .left, action: .toggle),
            .keyed(.left, .toggle),
            .optional(.toggle)
        ).coverage
        #expect(
            coverage.cases.filter { $0.value > 0 }.keys.sorted() == ["change.toggle", "keyed", "move", "optional"]
        )
    }

    /// An enum in a payload is only a nested action if it is the only or the last value.
    @Test func countedCaseIsNeverMissing() {
        let coverage = record(PlaceAction.list(.added(.local("a"), "milk")), .list(.gone), .closed, .sorted(.name))
            .coverage
        #expect(coverage.missingCases == ["sorted.place"])
        #expect(
            coverage.cases == ["list.added": 1, "list.gone": 1, "closed": 1, "sorted.name": 1, "sorted.place": 0]
        )
        let deep = record(TreeAction.child(ElementIDAction(id: 1, action: .fold)), .fold)
        #expect(deep.coverage.missingCases == [])
        let wrapped = record(Outer.inner(.first(.one)), .inner(.second), .inner(.first(.two)))
        #expect(wrapped.coverage.missingCases == [])
        #expect(wrapped.coverage.cases == ["inner.first.one": 1, "inner.first.two": 1, "inner.second": 1])
    }

    @Test func recursiveCasesAreNamedOnce() {
        let fold = TreeAction.child(ElementIDAction(id: 1, action: .child(ElementIDAction(id: 2, action: .fold))))
        #expect(record(fold, .fold).coverage.cases == ["child.fold": 1, "fold": 1])
    }

    @Test func descriptionOfAnActionIsNotItsName() {
        let recording = record(TagAction.clear, .add("a"), .put(.left, 1))
        #expect(recording.coverage.cases == ["clear": 1, "add": 1, "put": 1])
        let rows = record(ListAction.pair(id: 5, .toggle)).text(as: .trace)
        #expect(rows.contains("\"pair.toggle\""))
    }

    @Test func replayComparesStatesByEquality() throws {
        let recorder = Recorder<Deep, Deep>()
        let store = Store(initialState: Deep.end, reducer: .deep, middleware: recorder.middleware)
        store.dispatch(.end)
        #expect(try recorder.recording().replay(from: .end, reducer: .deep) == store.state)
    }
}
