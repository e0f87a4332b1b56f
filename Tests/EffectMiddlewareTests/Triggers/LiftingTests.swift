// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct LiftingTests {
    private enum App: Sendable {
        case lab(Lab)
        case log(String)

        var lab: Lab? { if case .lab(let lab) = self { lab } else { nil } }
    }

    private struct AppState: Sendable {
        var lab = LabState(key: 5)
        var log: [String] = []
    }

    private let world = VirtualWorld()
    private let reducer = Reducer<App, AppState>.reduce { action, state in
        switch action {
        case .lab(.said(let text)): state.log.append("lab \(text)")
        case .lab: break
        case .log(let text): state.log.append(text)
        }
    }
    private let said: @Sendable (String) -> Lab = { .said($0) }

    private func log(
        _ middleware: sending some MiddlewareProtocol<App, App, AppState>,
        after action: App = .lab(.go(3))
    ) -> [String] {
        let store = Store(
            initialState: AppState(),
            reducer: reducer,
            middleware: middleware,
            environment: world.environment
        )
        world.drain()
        store.dispatch(action)
        world.drain()
        return store.state.log
    }

    @Test func eachLiftReplacesTheTypesThatItNames() {
        let local = EffectMiddleware<Int, String, Int?>()
            .on({ $0 }) { value, effect in effect.send("\(value) at \(effect.state ?? 0)") }
            .during({ $0 }) { key, effect in effect.send("during \(key)") }
        let input: @Sendable (App) -> Int? = { $0.lab?.go }
        let output: @Sendable (String) -> App = { .log($0) }
        let state: @Sendable (AppState) -> Int? = { $0.lab.key }
        let wanted = ["during 5", "3 at 5"]
        #expect(log(local.lift(inputAction: input, outputAction: output, state: state)) == wanted)
        #expect(log(local.lift(inputAction: input, outputAction: output).lift(state: state)) == wanted)
        #expect(log(local.lift(inputAction: input, state: state).lift(outputAction: output)) == wanted)
        #expect(log(local.lift(outputAction: output, state: state).lift(inputAction: input)) == wanted)
    }

    @Test(arguments: 1...3)
    func liftedActionTriggersEachOfItsRules(count: Int) {
        let local = (1...count).reduce(LabEffects()) { effects, number in
            effects.on(\.go) { value, effect in effect.send(.said("\(value) by \(number)")) }
        }
        let path = CasePath<App, Lab>(extract: { $0.lab }, embed: App.lab)
        let wanted = (1...count).map { "lab 3 by \($0)" }
        #expect(log(local.lift(case: path, state: \AppState.lab)) == wanted)
        #expect(log(local.lift(inputAction: path.extract, outputAction: path.embed, state: { $0.lab })) == wanted)
    }

    @Test func readersMakeMiddlewaresFromTheirDependencies() {
        let reader = MiddlewareReader { (greeting: String) in
            LabEffects().on(\.go) { value, effect in effect.send(.said("\(greeting) \(value)")) }
        }
        let store = world.store(reader.inject("hello"))
        store.dispatch(.go(3))
        world.drain()
        #expect(store.state.said == ["hello 3"])
        let lifted = reader.lift(
            inputAction: { (action: App) in action.lab },
            outputAction: { (action: Lab) in App.lab(action) },
            state: { (state: AppState) in state.lab },
            dependencies: { (number: Int) in "greeting \(number)" }
        )
        #expect(log(lifted.inject(7)) == ["lab greeting 7 3"])
    }

    // MARK: Nested collections

    private struct Board: Sendable, Identifiable {
        let id: Int
        var cards: [Element]
    }

    private struct Desk: Sendable {
        var boards: [Board]
        var log: [String] = []
    }

    private typealias BoardAction = ElementIDAction<Int, String>

    private enum DeskAction: Sendable {
        case board(ElementIDAction<Int, BoardAction>)
        case removeCard(Int, board: Int)
        case removeBoard(Int)

        var board: ElementIDAction<Int, BoardAction>? { if case .board(let board) = self { board } else { nil } }
    }

    @Test func nestedElementsHaveSeparateRuns() {
        let card = EffectMiddleware<String, String, Element>()
            .on({ $0 == "load" ? () : nil }, .latest) { _, effect in
                try await effect.sleep(for: .seconds(1))
                effect.send("loaded \(effect.state.name)")
            }
            .during(\.isOn) { effect in
                try await effect.sleep(for: .seconds(2))
                effect.send("was on")
            }
        let board: ComposedMiddleware<BoardAction, BoardAction, Board> = card.lift(
            .case(CasePath(extract: { $0 }, embed: { $0 }), each: \Board.cards)
        )
        let desk = board.lift(.case(CasePath(extract: \DeskAction.board, embed: DeskAction.board), each: \Desk.boards))
        let cards = [1, 2, 3].map { Element(id: $0, name: "card \($0)", isOn: $0 == 3) }
        let store = Store(
            initialState: Desk(boards: [1, 2, 3].map { Board(id: $0, cards: cards) }),
            reducer: Reducer<DeskAction, Desk>.reduce { action, desk in
                switch action {
                case .board(let board) where board.action.action != "load":
                    desk.log.append("\(board.id).\(board.action.id) \(board.action.action)")
                case .board: break
                case .removeCard(let id, let board):
                    for index in desk.boards.indices where desk.boards[index].id == board {
                        desk.boards[index].cards.removeAll { $0.id == id }
                    }
                case .removeBoard(let id): desk.boards.removeAll { $0.id == id }
                }
            },
            middleware: desk,
            environment: world.environment
        )
        for board in 1...3 {
            for card in 1...2 {
                store.dispatch(.board(ElementIDAction(id: board, action: ElementIDAction(id: card, action: "load"))))
            }
        }
        store.dispatch(.removeCard(2, board: 1))
        store.dispatch(.removeCard(3, board: 2))
        store.dispatch(.removeBoard(3))
        world.advance(by: .seconds(5))
        #expect(store.state.log == ["1.1 loaded card 1", "2.1 loaded card 1", "2.2 loaded card 2", "1.3 was on"])
        #expect(world.sleepers == 0)
    }

    /// Regression: with a rule of the same name on both levels, the runs of the outer one ended at
    /// the next action.
    @Test func rulesWithOneNameOnTwoLevelsRunOnBoth() {
        typealias Cards = EffectMiddleware<String, String, Element>
        let run: @Sendable (String) -> String? = { $0.hasPrefix("load") ? $0 : nil }
        let card = Cards().on(run, .latest, named: "load") { text, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send("card \(text)")
        }
        let board: EffectMiddleware<BoardAction, BoardAction, Board> =
            card
            .lift(inputAction: { $0 }, outputAction: { $0 }, parts: StateParts(elements: \Board.cards))
            .on({ $0.id == 0 ? run($0.action) : nil }, .latest, named: "load") { text, effect in
                try await effect.sleep(for: .seconds(1))
                effect.send(ElementIDAction(id: 9, action: "board \(text)"))
            }
            .cancel("load") { $0.action == "stop" ? () : nil }
        let store = Store(
            initialState: [1, 2].map { Board(id: $0, cards: [Element(id: 5, name: "")]) },
            reducer: Reducer<ElementIDAction<Int, BoardAction>, [Board]>.reduce { action, boards in
                guard action.action.action.hasPrefix("card") || action.action.action.hasPrefix("board") else { return }
                boards[0].cards.append(Element(id: 100 + boards[0].cards.count, name: action.action.action))
            },
            middleware: board.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), each: \.self)),
            environment: world.environment
        )
        func send(_ board: Int, _ card: Int, _ text: String) {
            store.dispatch(ElementIDAction(id: board, action: ElementIDAction(id: card, action: text)))
        }
        for id in 1...2 {
            send(id, 0, "load \(id)")
            send(id, 5, "load \(id)")
        }
        // An unrelated action.
        send(1, 77, "nothing")
        send(2, 0, "stop")
        world.advance(by: .seconds(2))
        #expect(store.state[0].cards.map(\.name) == ["", "board load 1", "card load 1"])
        #expect(world.sleepers == 0)
    }

    /// Regression: the known ids were as old as the last run.
    @Test func elementAddedAndRemovedWithoutRunsIsRemoved() {
        let row = EffectMiddleware<String, String, Element>().during({ $0.id }) { _, effect in
            if effect.state.id == 2 { try await effect.sleep(for: .seconds(1)) }
            effect.send("ran")
        }
        let sets: [[Int]] = [[0, 1], [0, 1], [2], [0, 1], [0, 1]]
        let store = Store(
            initialState: Table(rows: []),
            reducer: Reducer<TableAction, Table>.reduce { action, table in
                if case .remove(let index) = action { table.rows = sets[index].map { Element(id: $0, name: "") } }
                if case .row(let row) = action { table.log.append("\(row.id) \(row.action)") }
            },
            middleware: row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        for index in sets.indices {
            store.dispatch(.remove(index))
            world.drain()
        }
        world.advance(by: .seconds(9))
        #expect(store.state.log == ["0 ran", "1 ran", "0 ran", "1 ran"])
    }

    /// Each element is found by its last place first.
    @Test func movedElementsKeepTheirRuns() {
        let row = EffectMiddleware<String, String, Element>().during(\.id) { _, effect in
            effect.send("began")
            try await effect.sleep(for: .seconds(1))
            effect.send("ended")
        }
        let orders: [[Int]] = [[1, 2, 3], [3, 1, 2], [3, 4, 2], [2, 4, 5, 3], [2, 4, 5, 3, 1]]
        let store = Store(
            initialState: Table(rows: []),
            reducer: Reducer<TableAction, Table>.reduce { action, table in
                if case .remove(let index) = action { table.rows = orders[index].map { Element(id: $0, name: "") } }
                if case .row(let row) = action { table.log.append("\(row.id) \(row.action)") }
            },
            middleware: row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        for index in orders.indices {
            store.dispatch(.remove(index))
            world.drain()
        }
        world.advance(by: .seconds(9))
        let ids = [1, 2, 3, 4, 5, 1]
        #expect(store.state.log.filter { $0.contains("began") }.sorted() == ids.map { "\($0) began" }.sorted())
        #expect(store.state.log.filter { $0.contains("ended") }.sorted() == (1...5).map { "\($0) ended" })
    }

    /// The element as the run last read it.
    @Test func stateOfARemovedElementIsItsLastOne() {
        let seen = Recorder<String>()
        let row = EffectMiddleware<String, String, Element>().on({ $0 == "load" ? $0 : nil }) { [world] _, effect in
            seen.record(effect.state.name)
            await world.sleepStubbornly(for: .seconds(1))
            seen.record(effect.state.name)
            await world.sleepStubbornly(for: .seconds(1))
            seen.record(effect.state.name)
        }
        let store = Store(
            initialState: Table(rows: [Element(id: 1, name: "a")]),
            reducer: Reducer<TableAction, Table>.reduce { action, table in
                if case .stopAll = action { table.rows[0].name = "b" }
                if case .remove = action { table.rows = [] }
            },
            middleware: row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        store.dispatch(.row(ElementIDAction(id: 1, action: "load")))
        world.drain()
        store.dispatch(.stopAll)
        world.advance(by: .seconds(1))
        store.dispatch(.remove(1))
        world.advance(by: .seconds(1))
        #expect(seen.events == ["a", "b", "b"])
    }
}
