// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The contract of a list, in any order of steps.
@Suite struct PagesContractTests {
    private static let count = RequestContractTests.count
    private static let book = Book(pages: 3)

    private typealias RowsStore = TestStore<PagesAction<Int, Int>, Rows>

    private func store(
        _ schedule: Schedule,
        _ rows: Rows = Rows(),
        load: @escaping @Sendable (Int?, TestClock) async throws -> (items: [Int], next: Int?)
    ) -> RowsStore {
        let world = TestWorld(schedule: schedule)
        return TestStore(
            initialState: rows,
            feature: Feature<PagesAction<Int, Int>, Rows, TestClock>.pages(load: load),
            dependencies: world.clock,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    @Test func stateDeterminesTheRunAndThereIsAtMostOne() {
        exploreSchedules(Self.count) { schedule in
            let test = store(schedule) { cursor, clock in
                try await clock.sleep(for: .milliseconds(10))
                if schedule.chance(0.2, "fails") { throw Refusal() }
                return Self.book.page(cursor)
            }
            let actions: [PagesAction<Int, Int>] = [.loadMore, .reload, .cancel, .retry]
            for _ in 0..<schedule.int(in: 1...6, "actions") {
                test.send(schedule.element(of: actions, "action"))
                if schedule.bool("time goes on") { test.advance(by: .milliseconds(schedule.int(in: 1...12))) }
                let (runs, state) = (test.runs.filter { !$0.isCancelled }, test.state)
                test.expect(runs.count == (state.isRunning ? 1 : 0), "\(runs) while \(state)")
            }
            test.run()
            test.expect { !$0.isRunning }
        }
    }

    @Test func eachPageIsRequestedOnceForManyReachedEnds() {
        exploreSchedules(Self.count) { schedule in
            let asked = Recorder<Int>()
            let test = store(schedule) { cursor, clock in
                asked.record(cursor ?? 1)
                try await clock.sleep(for: .milliseconds(10))
                return Self.book.page(cursor)
            }
            for _ in 0..<8 {
                test.send(.loadMore)
                test.send(.loadMore)
                if schedule.bool("time goes on") { test.advance(by: .milliseconds(schedule.int(in: 1...20))) }
            }
            for _ in 0..<3 {
                test.run()
                test.send(.loadMore)
            }
            test.expect(asked.events == [1, 2, 3], "\(asked.events)")
            test.expect { $0.items == [1, 2, 3].flatMap(Book.rows) && !$0.hasMore }
        }
    }

    @Test func reloadLosesAndRepeatsNoPage() {
        exploreSchedules(Self.count) { schedule in
            let gate = AsyncGate()
            let test = store(schedule) { cursor, clock in
                // The second page is late, and ignores its cancellation.
                if cursor == 2, schedule.bool("is late") { await gate.wait() }
                return Self.book.page(cursor)
            }
            test.send(.loadMore)
            for _ in 0..<schedule.int(in: 1...5, "actions") {
                test.send(schedule.element(of: [.loadMore, .reload], "action"))
            }
            gate.open()
            for _ in 0..<3 {
                test.run()
                test.send(.loadMore)
            }
            test.run()
            test.expect { $0.items == [1, 2, 3].flatMap(Book.rows) && !$0.hasMore }
        }
    }

    @Test func cancelledPageIsNotShown() {
        exploreSchedules(Self.count) { schedule in
            let gate = AsyncGate()
            var rows = Rows()
            rows.loadMore()
            rows.answer(Book.rows(of: 1), next: 2)
            let test = store(schedule, rows) { cursor, _ in
                if cursor == 2 { await gate.wait() }
                return Self.book.page(cursor)
            }
            test.send(.loadMore)
            if schedule.bool("answers before") { gate.open() }
            let way = schedule.element(of: [PagesAction<Int, Int>.cancel, .reload], "gives up")
            test.send(way)
            gate.open()
            test.run()
            let late = test.actions.map(\.action).drop { $0 != way }.filter { $0.answered == Book.rows(of: 2) }
            test.expect(late.isEmpty, "\(late) came after \(way)")
            test.expect { !$0.isRunning && $0.items.starts(with: Book.rows(of: 1)) }
        }
    }

    @Test func restoredLoadingListContinuesToLoad() {
        exploreSchedules(Self.count) { schedule in
            var kept = Rows()
            kept.loadMore()
            kept.answer(Book.rows(of: 1), next: 2)
            kept.loadMore()
            let test = store(schedule, kept) { cursor, _ in Self.book.page(cursor) }
            test.run()
            test.expect { $0.items == [1, 2].flatMap(Book.rows) && $0.next == 3 }
        }
    }
}
