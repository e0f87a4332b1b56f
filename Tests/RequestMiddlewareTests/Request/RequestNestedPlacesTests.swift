// SPDX-License-Identifier: MIT

import Prism
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Requests of elements in a collection, in an optional, in a dictionary, and in a case of an enum,
/// while all of these are added and removed.
@Suite struct RequestNestedPlacesTests {
    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var answers = Answers()
    }

    struct Desk: Sendable, Equatable { var rows: [Row] = [] }
    struct Room: Sendable, Equatable { var desk: Desk? }
    struct House: Sendable, Equatable { var rooms: [Int: Room] = [:] }

    @Prism enum Screen: Sendable, Equatable {
        case empty
        case house(House)
    }

    @Prism enum DeskAction: Sendable { case row(ElementIDAction<Int, AnswersAction>) }
    @Prism enum RoomAction: Sendable { case desk(DeskAction) }
    @Prism enum HouseAction: Sendable { case room(ElementIDAction<Int, RoomAction>) }

    @Prism enum AppAction: Sendable {
        case house(HouseAction)
        case change(@Sendable (inout Screen) -> Void)

        static func row(_ room: Int, _ row: Int, _ action: AnswersAction) -> AppAction {
            .house(.room(ElementIDAction(id: room, action: .desk(.row(ElementIDAction(id: row, action: action))))))
        }
    }

    private static let app = Feature<AppAction, Screen, TestClock>.combine {
        Feature { action, screen in if case .change(let change) = action { change(&screen) } }
        Feature<AnswersAction, Answers, TestClock>.request { input, clock in
            try await clock.sleep(for: .milliseconds(500 + input))
            return [input]
        }
        .lift(state: \Row.answers)
        .lift(.case(DeskAction.prisms.row, each: \Desk.rows))
        .lift(.case(RoomAction.prisms.desk, optional: \Room.desk))
        .lift(.case(HouseAction.prisms.room, values: \House.rooms))
        .lift(.case(AppAction.prisms.house, in: Screen.prisms.house))
    }

    @Test(arguments: 0..<(hasFewRounds ? 30 : 1_000)) func stateDeterminesAllRuns(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let world = TestWorld()
        let test = TestStore(
            initialState: Screen.house(House()),
            feature: Self.app,
            dependencies: world.clock,
            checks: .onlyWhatIsSaid,
            in: world
        )
        var kept: [Screen] = []
        for step in 0..<60 {
            switch Int.random(in: 0...9, using: &random) {
            case 0...2:
                let action = Self.action(step, &random)
                if Self.app.refuses(action, in: test.state) { test.sendLate(action) } else { test.send(action) }
            case 3: test.advance(by: .milliseconds(Int.random(in: 0...700, using: &random)))
            case 4: kept.append(test.state)
            case 5:
                guard let state = kept.randomElement(using: &random) else { continue }
                test.send(.change { $0 = state })
            default: test.send(.change(Self.change(step, &random)))
            }
            let running = test.state.allAnswers.filter(\.isRunning)
            #expect(test.runs.count { !$0.isCancelled } == running.count, "step \(step) of seed \(seed)")
            #expect(test.state.allAnswers.allSatisfy { $0.hasItsAnswer }, "step \(step) of seed \(seed)")
        }
        test.advance(by: .seconds(9))
        #expect(test.state.allAnswers.allSatisfy { !$0.isRunning })
        #expect(test.runs.isEmpty)
    }

    private static func action(_ step: Int, _ random: inout SeededGenerator) -> AppAction {
        let actions: [AnswersAction] = [.start(step), .start(step), .cancel, .retry, .reset]
        let places = (Int.random(in: 0...2, using: &random), Int.random(in: 0...3, using: &random))
        return .row(places.0, places.1, actions[Int.random(in: actions.indices, using: &random)])
    }

    private static func change(_ step: Int, _ random: inout SeededGenerator) -> @Sendable (inout Screen) -> Void {
        let (a, b) = (Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
        let row = Int.random(in: 0...3, using: &random)
        let changes: [@Sendable (inout House) -> Void] = [
            { $0.rooms[a] = nil },
            { $0.rooms[a] = Room(desk: Desk(rows: (0...row).map { Row(id: $0) })) },
            { $0.rooms[a]?.desk = nil },
            { $0.rooms[a]?.desk = Desk(rows: [Row(id: row)]) },
            { $0.rooms[a]?.desk?.rows.removeAll { $0.id == row } },
            { $0.rooms[a]?.desk?.rows.reverse() },
            { $0.rooms[a] = $0.rooms[b] },
            { ($0.rooms[a], $0.rooms[b]) = ($0.rooms[b], $0.rooms[a]) },
            { house in for room in house.rooms.keys { house.rooms[room]?.desk?.rows.startAll(step) } },
        ]
        guard let change = changes.randomElement(using: &random) else { return { _ in } }
        if Int.random(in: 0...9, using: &random) == 0 { return { $0 = .empty } }
        return { screen in
            var house = if case .house(let house) = screen { house } else { House() }
            change(&house)
            screen = .house(house)
        }
    }
}

extension RequestNestedPlacesTests.Screen {
    fileprivate var allAnswers: [Answers] {
        guard case .house(let house) = self else { return [] }
        return house.rooms.values.flatMap { $0.desk?.rows.map(\.answers) ?? [] }
    }
}

extension [RequestNestedPlacesTests.Row] {
    fileprivate mutating func startAll(_ input: Int) {
        for index in indices { self[index].answers.start(input) }
    }
}
