// SPDX-License-Identifier: MIT

import RexCore

/// One lift of a list of rows that gets actions for a long and a short list in turn.
///
/// The lift must not lose what it remembers of the one list at an action for the other. The references take turns too,
/// but have a lift of their own for each list.
extension Workload {
    static let listsInTurn = [stores, storesOfFeature, innerLists, innerListsOfFeature]

    private static let against = "a lift for each list"

    private static let stores = Workload(
        name: "W7 stores",
        work: "two stores of one reducer, with 100,000 and with 20 rows, in turn",
        against: against
    ) {
        let shared = [ListState(100_000), ListState(20)].map { Store(initialState: $0, reducer: sharedReducer) }
        let own = [ListState(100_000), ListState(20)].map { Store(initialState: $0, reducer: makeReducer()) }
        return contest(shared, own)
    }

    private static let storesOfFeature = Workload(
        name: "W7 stores feature",
        work: "two stores of one feature, with 100,000 and with 20 rows, in turn",
        against: against
    ) {
        let shared = [ListState(100_000), ListState(20)].map {
            Store(initialState: $0, feature: sharedFeature, dependencies: ())
        }
        let own = [ListState(100_000), ListState(20)].map {
            Store(initialState: $0, feature: makeFeature(), dependencies: ())
        }
        return contest(shared, own)
    }

    private static func contest(
        _ shared: [Store<RowAction, ListState>],
        _ own: [Store<RowAction, ListState>]
    ) -> Contest {
        let turns = Box(Turns(ListState.ids(100_000), ListState.ids(20)))
        return Contest {
            for _ in 0..<$0 {
                let (list, id) = turns.value.next()
                shared[list].dispatch(ElementIDAction(id: id, action: 1))
            }
        } reference: {
            for _ in 0..<$0 {
                let (list, id) = turns.value.next()
                own[list].dispatch(ElementIDAction(id: id, action: 1))
            }
        }
    }

    private static let innerLists = Workload(
        name: "W7 inner",
        work: "rows of two inner lists, with 20,000 and with 20 rows, in turn",
        against: against
    ) {
        let shared = makeInner()
        let own = [makeInner(), makeInner()]
        let (state, byOwn) = (Box(OuterState()), Box(OuterState()))
        let turns = Box(Turns(OuterState.largeIDs, OuterState.smallIDs))
        return Contest {
            for _ in 0..<$0 { shared.reduce(.inner(turns.value.next()), &state.value) }
        } reference: {
            for _ in 0..<$0 {
                let turn = turns.value.next()
                own[turn.list].reduce(.inner(turn), &byOwn.value)
            }
        }
    }

    private static let innerListsOfFeature = Workload(
        name: "W7 inner feature",
        work: "rows of two inner lists, with 20,000 and with 20 rows, in turn, by a feature",
        against: against
    ) {
        let shared = Store(initialState: OuterState(), feature: makeInnerFeature(), dependencies: ())
        let own = (0..<2).map { _ in
            Store(initialState: OuterState(), feature: makeInnerFeature(), dependencies: ())
        }
        let turns = Box(Turns(OuterState.largeIDs, OuterState.smallIDs))
        return Contest {
            for _ in 0..<$0 { shared.dispatch(.inner(turns.value.next())) }
        } reference: {
            for _ in 0..<$0 {
                let turn = turns.value.next()
                own[turn.list].dispatch(.inner(turn))
            }
        }
    }
}

private typealias RowAction = ElementIDAction<Int, Int>
private typealias InnerAction = ElementIDAction<Int, RowAction>

/// The ids of rows of a long and of a short list, in turn.
private struct Turns {
    private var number = 0
    private let long: Range<Int>
    private let short: Range<Int>

    init(_ long: Range<Int>, _ short: Range<Int>) {
        self.long = long
        self.short = short
    }

    mutating func next() -> (list: Int, id: Int) {
        number &+= 1
        let isShort = number & 1 == 1
        let ids = isShort ? short : long
        return (isShort ? 1 : 0, ids.lowerBound + (number >> 1) &* 7_919 % ids.count)
    }
}

private struct Row: Sendable, Identifiable {
    let id: Int
    var value = 0
}

private struct ListState: Sendable, Identifiable {
    let id: Int
    var rows: [Row]

    init(_ count: Int) {
        self.init(id: 0, ids: Self.ids(count))
    }

    init(id: Int, ids: Range<Int>) {
        self.id = id
        rows = ids.map { Row(id: $0) }
    }

    static func ids(_ count: Int) -> Range<Int> { 0..<count }
}

private struct OuterState: Sendable {
    static let largeIDs = 0..<20_000
    static let smallIDs = 20_000..<20_020

    var lists = [ListState(id: 0, ids: largeIDs), ListState(id: 1, ids: smallIDs)]
}

extension ElementIDAction<Int, ElementIDAction<Int, Int>> {
    fileprivate static func inner(_ turn: (list: Int, id: Int)) -> Self {
        ElementIDAction(id: turn.list, action: RowAction(id: turn.id, action: 1))
    }
}

/// A middleware that reads the state at each action.
private struct ReadingMiddleware: MiddlewareProtocol, Sendable {
    func handle(action: Int, from source: ActionSource, state: @escaping GetState<Row>) -> IO<Int> {
        precondition(state().value >= 0)
        return .pure()
    }
}

private let row = Reducer<Int, Row>.reduce { amount, row in row.value += amount }
private let rowFeature = Feature<Int, Row, Void>(row).adding(ReadingMiddleware())

private let rowPath = CasePath<RowAction, RowAction>(extract: { $0 }, embed: { $0 })
private let listPath = CasePath<InnerAction, InnerAction>(extract: { $0 }, embed: { $0 })

private func makeReducer() -> Reducer<RowAction, ListState> { row.lift(.case(rowPath, each: \.rows)) }
private func makeFeature() -> Feature<RowAction, ListState, Void> { rowFeature.lift(.case(rowPath, each: \.rows)) }
private let sharedReducer = makeReducer()
private let sharedFeature = makeFeature()

private func makeInner() -> Reducer<InnerAction, OuterState> {
    makeReducer().lift(.case(listPath, each: \.lists))
}
private func makeInnerFeature() -> Feature<InnerAction, OuterState, Void> {
    makeFeature().lift(.case(listPath, each: \.lists))
}
