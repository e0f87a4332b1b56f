// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import Prism
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Pulls, a live stream and answers, in any order: in the end the app shows the server's data.
@Suite struct OptimisticPullTests {
    enum WallAction: Sendable, Equatable {
        case edit(CardAction), all([Card])

        static func renaming(_ action: WallAction, _ old: String, _ new: String) -> WallAction {
            if case .edit(let edit) = action { .edit(CardAction.renaming(edit, old, new)) } else { action }
        }
    }

    struct Wall: Sendable {
        var cards = Optimistic<[Card], WallAction>([])
        var isOpen = false
        /// The edits to send.
        ///
        /// Those of one card are sent in sequence.
        var jobs: [Job] = []
        var pulls = 0

        struct Job: Sendable {
            let id: OutboxID
            let edit: CardAction
        }

        /// The first job of each card.
        var sent: [OutboxID] {
            var names: Set<String> = []
            return jobs.filter { names.insert($0.edit.name).inserted }.map(\.id)
        }
    }

    @Prism enum Event: Sendable {
        case opened
        case performed(OutboxID, CardAction)
        case answered(OutboxID, CardAction), refused(OutboxID)
        case streamed(OutboxID, CardAction)
        case pulled([Card], OptimisticMark)
    }

    /// A server that names new cards and answers with delays.
    final class CardServer: Sendable {
        private struct Contents: Sendable {
            var cards: [Card] = []
            var names: [String: String] = [:]
        }

        private let schedule: Schedule
        private let clock: TestClock
        private let contents = Lock(Contents())
        /// The changes in the live stream.
        let stream = Lock<[(id: OutboxID, edit: CardAction)]>([])

        init(_ schedule: Schedule, _ clock: TestClock) { (self.schedule, self.clock) = (schedule, clock) }

        var cards: [Card] { contents.withLock { $0.cards } }

        private func wait() async throws {
            let time = schedule.int(in: 0...20, "takes")
            if time > 0 { try await clock.sleep(for: .milliseconds(time)) }
        }

        func pull() async throws -> [Card] {
            try await wait()
            let cards = cards
            try await wait()
            return cards
        }

        /// Returns the edit with the names of the server.
        func send(_ edit: CardAction, _ id: OutboxID) async throws -> CardAction {
            try await wait()
            if schedule.chance(0.2, "refuses") { throw .rejected("no") }
            let applied = contents.withLock { contents in
                if case .add(let name, _) = edit { contents.names[name] = "\(contents.names.count)" }
                let edit = contents.names.reduce(edit) { CardAction.renaming($0, $1.key, $1.value) }
                reduceCards(edit, &contents.cards)
                return edit
            }
            stream.withLock { $0.append((id, applied)) }
            try await wait()
            return applied
        }
    }

    private static let cards = Reducer<WallAction, [Card]>.reduce { action, cards in
        switch action {
        case .edit(let edit): reduceCards(edit, &cards)
        case .all(let all): cards = all
        }
    }
    .optimistic(rewrite: WallAction.renaming)

    /// Applies an edit of the server, and the server's name of a new card.
    private static func take(_ edit: CardAction, of id: OutboxID, isAnswer: Bool, _ wall: inout Wall) {
        let pending = wall.cards.pending.first { $0.id == id }?.action
        cards.reduce(isAnswer ? .confirmed(id, [.edit(edit)]) : .result(of: id, .edit(edit)), &wall.cards)
        if case .edit(.add(let old, _)) = pending, case .add(let new, _) = edit {
            cards.reduce(.renamed(old, new), &wall.cards)
        }
    }

    private static func pull(_ effect: Effect<Event, Event, Wall>, _ server: CardServer) async throws {
        let mark = effect.state.cards.mark
        effect.send(.pulled(try await server.pull(), mark))
    }

    private let feature = Feature<Event, Wall, CardServer> { event, wall in
        switch event {
        case .opened: wall.isOpen = true
        case .performed(let id, let edit):
            wall.jobs.append(Wall.Job(id: id, edit: edit))
            cards.reduce(.perform(id, .edit(edit)), &wall.cards)
        case .answered(let id, let edit):
            wall.jobs.removeAll { $0.id == id }
            take(edit, of: id, isAnswer: true, &wall)
        case .refused(let id):
            wall.jobs.removeAll { $0.id == id }
            cards.reduce(.rejected(id), &wall.cards)
        case .streamed(let id, let edit): take(edit, of: id, isAnswer: false, &wall)
        case .pulled(let all, let mark):
            wall.pulls += 1
            cards.reduce(.pulled(.all(all), askedAt: mark), &wall.cards)
        }
    } effects: { effects, server in
        effects.on(\.opened, .each) { _, effect in try await pull(effect, server) }
        effects.during({ $0.cards.isStale ? $0.cards.mark : nil }) { _, effect in try await pull(effect, server) }
        effects.forEach(\.sent) { id, effect in
            guard let edit = effect.state.jobs.first(where: { $0.id == id })?.edit else { return }
            effect.send(.answered(id, try await server.send(edit, id)))
        } catch: { _, id in
            .refused(id)
        }
    }

    @Test func appShowsTheServersCardsInTheEnd() {
        let pulls = Lock(0)
        let count = max(100, programCount / 20)
        exploreSchedules(count) { schedule in
            let world = TestWorld(schedule: schedule)
            let server = CardServer(schedule, world.clock)
            let test = TestStore(
                initialState: Wall(),
                feature: feature,
                dependencies: server,
                checks: .onlyWhatIsSaid,
                in: world
            )
            var news = 0
            for number in 0..<schedule.int(in: 1...12, "steps") {
                switch schedule.int(in: 0...4, "step") {
                case 0: test.send(.opened)
                case 1:
                    news += 1
                    test.send(.performed(OutboxID(number), .add("new \(news)", "\(number)")))
                case 2:
                    // A view may use the temporary name for a long time.
                    let name = "new \(schedule.int(in: 1...3, "card"))"
                    test.send(.performed(OutboxID(number), .write(name, "+\(number)")))
                case 3: deliver(server, schedule, to: test)
                default: test.advance(by: .milliseconds(schedule.int(in: 1...30, "wait")))
                }
            }
            test.run()
            deliver(server, nil, to: test)
            test.run()
            let wall = test.state
            try require(wall.cards.pending.isEmpty && !wall.cards.isStale, "not finished: \(wall)")
            try require(wall.cards.shown == wall.cards.base, "shows \(wall.cards)")
            // Cards that were created at the same time may be confirmed in another order.
            let shown = wall.cards.shown.sorted { $0.id < $1.id }
            let expected = server.cards.sorted { $0.id < $1.id }
            try require(shown == expected, "shows \(shown), should be \(expected)")
            pulls.withLock { $0 += wall.pulls }
            test.finish()
        }
        #expect(pulls.withLock { $0 } > count)
    }

    /// Delivers edits of the stream in order.
    ///
    /// The schedule chooses their number.
    private func deliver(_ server: CardServer, _ schedule: Schedule?, to test: TestStore<Event, Wall>) {
        let edits = server.stream.withLock { edits in
            let count = edits.isEmpty ? 0 : schedule?.int(in: 0...edits.count, "delivered") ?? edits.count
            defer { edits.removeFirst(count) }
            return Array(edits.prefix(count))
        }
        for (id, edit) in edits { test.send(.streamed(id, edit)) }
    }
}
