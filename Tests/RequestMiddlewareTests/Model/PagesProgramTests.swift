// SPDX-License-Identifier: MIT

import EffectMiddleware
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Compares random programs of lists with the model.
///
/// `ReaderUser` is the user, `Reader` the app with one list, `Book` the pages that `FakeServer` has,
/// `ListModel` the expected list, and `ReaderWatch` compares them after each action.
/// ``RequestProgramTests`` explains how to read and repeat a failure.
@Suite struct PagesProgramTests {
    private static let features = [
        Feature.reader(.immediate),
        Feature.reader(.debounced(for: .milliseconds(20)).retrying(1, delay: .constant(.milliseconds(10)))),
    ]
    private static let attempts = [1, 2]

    @Test(arguments: features.indices) func programsMatchTheModel(policy: Int) {
        var answers = 0
        let count = programCount / Self.features.count
        exploreSchedules(count) { schedule in
            let user = ReaderUser(Self.features[policy], Self.attempts[policy], schedule)
            for _ in 0..<schedule.int(in: 0...25, "steps") { try user.step() }
            answers += try user.finish()
        }
        #expect(answers > count)
    }
}

/// A user of the app.
///
/// The schedule chooses the steps.
private final class ReaderUser {
    private enum Step: CaseIterable {
        case loadMore, reload, wait, answer, retry, cancel, keep, restore, restart, check
    }

    /// Frequent steps are listed several times.
    private static let steps: [Step] = Step.allCases + [.loadMore, .loadMore, .reload, .wait, .wait, .answer]

    private let feature: Feature<ReaderAction, Reader, ReaderWorld>
    private let attempts: Int
    private let schedule: Schedule
    private let world: TestWorld
    private let library: ReaderWorld
    private var test: TestStore<ReaderAction, Reader>

    init(_ feature: Feature<ReaderAction, Reader, ReaderWorld>, _ attempts: Int, _ schedule: Schedule) {
        (self.feature, self.attempts, self.schedule) = (feature, attempts, schedule)
        world = TestWorld(schedule: schedule)
        let server = FakeServer(schedule, world.clock)
        let book = Book(pages: schedule.int(in: 1...5, "pages"))
        library = ReaderWorld(server: server, book: book, watch: ReaderWatch(server, book))
        test = Self.store(feature, Reader(watch: library.watch), library, world)
    }

    deinit { library.server.answerAll() }

    private static func store(
        _ feature: Feature<ReaderAction, Reader, ReaderWorld>,
        _ reader: Reader,
        _ library: ReaderWorld,
        _ world: TestWorld
    ) -> TestStore<ReaderAction, Reader> {
        TestStore(initialState: reader, feature: feature, dependencies: library, checks: .onlyWhatIsSaid, in: world)
    }

    func step() throws {
        switch schedule.element(of: Self.steps, "step") {
        case .loadMore: test.send(isDispatched() ? .rows(.loadMore) : .loadMore)
        case .reload: test.send(isDispatched() ? .rows(.reload) : .reload)
        case .wait: test.advance(by: .milliseconds(schedule.int(in: 1...100, "wait")))
        case .answer: library.server.answerHanging()
        case .retry: test.send(isDispatched() ? .rows(.retry) : .retry)
        case .cancel: test.send(isDispatched() ? .rows(.cancel) : .cancel)
        case .keep: test.send(.keep)
        case .restore: test.send(.restore)
        case .restart: try restart(isRead: schedule.bool("state is read"))
        case .check: try check()
        }
        if let wrong = library.watch.wrong { throw Wrong(wrong) }
    }

    private func isDispatched() -> Bool { schedule.bool("by the action of the list") }

    private func restart(isRead: Bool) throws {
        var reader = test.state
        test.kill()
        reader.kept = nil
        if isRead { try reader.restart() }
        library.watch.restart(isRead: isRead, reader.rows)
        test = Self.store(feature, reader, library, world)
    }

    /// Checks that exactly the state's page is requested.
    private func check() throws {
        let runs = test.runs.count { !$0.isCancelled }
        try require(runs == (test.state.rows.isRunning ? 1 : 0), "\(runs) runs, \(test.state.rows)")
    }

    /// Ends all running requests, and loads all pages.
    ///
    /// Returns the number of answers.
    func finish() throws -> Int {
        try check()
        library.server.answerAll()
        test.run()
        for _ in 0...library.book.pages {
            test.send(.loadMore)
            test.run()
        }
        if let wrong = library.watch.wrong { throw Wrong(wrong) }
        try check()
        let (rows, all) = (test.state.rows, (1...library.book.pages).flatMap(Book.rows))
        try require(rows.items == all && !rows.hasMore && !rows.isRunning, "\(rows) at the end")
        let calls = library.server.mostCallsOfARun
        try require(calls <= attempts, "\(calls) calls of one run")
        test.finish()
        return library.watch.answers
    }
}
