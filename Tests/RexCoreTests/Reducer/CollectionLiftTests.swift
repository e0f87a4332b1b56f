// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var name = ""
    var value = 0
}

private struct Table: Equatable, Sendable {
    var rows: [Row] = []
    var byName: [String: Row] = [:]
    var selected: Row?
    var screen = Screen.closed
}

private enum Screen: Equatable, Sendable {
    case closed
    case open(Row)
}

private let add = Reducer<Int, Row>.reduce { action, row in row.value += action }

/// The path of an optional action, where nil is an action for something else.
private func optional<Action: Sendable>() -> CasePath<Action?, Action> { CasePath(extract: { $0 }, embed: { $0 }) }

private func pair<ID: Hashable & Sendable>() -> CasePath<(ID, Int)?, ElementIDAction<ID, Int>> {
    CasePath(
        extract: { $0.map { ElementIDAction(id: $0.0, action: $0.1) } },
        embed: { ($0.id, $0.action) }
    )
}

private let rows = [Row(id: 10, name: "a"), Row(id: 20, name: "b"), Row(id: 30, name: "c")]

@Suite struct CollectionLiftTests {
    @Test func liftByIDChangesOnlyThatElement() {
        let table = add.lift(.case(pair(), each: \Table.rows))
        var state = Table(rows: rows)
        for action in [(20, 5), (99, 7), nil, (30, 1), (20, 1)] as [(Int, Int)?] { table.reduce(action, &state) }
        #expect(state.rows.map(\.value) == [0, 6, 1])
    }

    @Test func liftToADictionaryChangesOnlyTheValueOfTheKey() {
        let table = add.lift(.case(pair(), values: \Table.byName))
        var state = Table(byName: ["a": Row(id: 1), "b": Row(id: 2)])
        for action in [("b", 5), ("z", 7), nil] as [(String, Int)?] { table.reduce(action, &state) }
        #expect(state.byName == ["a": Row(id: 1), "b": Row(id: 2, value: 5)])
    }

    @Test func liftToAnOptionalChangesOnlyAPresentValue() {
        let table = add.lift(.case(optional(), optional: \Table.selected))
        var state = Table()
        table.reduce(5, &state)
        #expect(state == Table())
        state.selected = Row(id: 1)
        table.reduce(5, &state)
        table.reduce(nil, &state)
        #expect(state.selected?.value == 5)
    }

    @Test func liftToACaseChangesOnlyItsPayload() {
        let open = CasePath<Screen, Row>(
            extract: { if case .open(let row) = $0 { row } else { nil } },
            embed: Screen.open
        )
        let screen = add.lift(.case(optional(), in: open))
        var state = Screen.closed
        screen.reduce(5, &state)
        #expect(state == .closed)
        state = .open(Row(id: 1))
        screen.reduce(5, &state)
        screen.reduce(nil, &state)
        #expect(state == .open(Row(id: 1, value: 5)))
    }

    @Test func elementsAreFoundAfterAnyChangeOfTheCollection() {
        for seed in 0..<UInt64(100) {
            var generator = SeededGenerator(seed: seed)
            let table = add.lift(.case(pair(), each: \Table.rows))
            var state = Table(rows: (0..<Int.random(in: 0..<60, using: &generator)).map { Row(id: $0) })
            for step in 0..<200 {
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: state.rows.shuffle(using: &generator)
                case 1:
                    state.rows.insert(Row(id: 1000 + step), at: Int.random(in: 0...state.rows.count, using: &generator))
                case 2:
                    if !state.rows.isEmpty {
                        state.rows.remove(at: Int.random(in: 0..<state.rows.count, using: &generator))
                    }
                case 3: state.rows.reverse()
                default:
                    let id = state.rows.randomElement(using: &generator)?.id ?? 5
                    let target = Bool.random(using: &generator) ? id : Int.random(in: -5..<70, using: &generator)
                    var model = state
                    if let index = model.rows.firstIndex(where: { $0.id == target }) { model.rows[index].value += step }
                    table.reduce((target, step), &state)
                    #expect(state == model, "seed \(seed), step \(step)")
                }
            }
        }
    }
}
