// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Optimistic edits that failed in other libraries, with the output in the end.
@Suite struct OptimisticEditTests {
    /// A network that may be offline, and the data of the server.
    private final class Network: Sendable {
        private let contents = Lock((isOnline: true, items: [1]))

        init(isOnline: Bool) { contents.withLock { $0.isOnline = isOnline } }

        func connect() { contents.withLock { $0.isOnline = true } }

        func write(_ item: Int) { contents.withLock { $0.items.append(item) } }

        func read() throws -> [Int] {
            try contents.withLock { contents in
                guard contents.isOnline else { throw Refusal(code: 0) }
                return contents.items
            }
        }
    }

    private func store(_ schedule: Schedule, _ request: Answers, _ network: Network) -> AnswersStore {
        answersStore(request, checks: .onlyWhatIsSaid, in: TestWorld(schedule: schedule)) { _, clock in
            let items = try network.read()
            try await clock.sleep(for: .milliseconds(5))
            return items
        }
    }

    // If each edit stored the previous output, the failure of the first one would undo the second one.
    @Test(arguments: [true, false]) func rollbackOfOneOfTwoEditsKeepsTheOther(first: Bool) {
        exploreSchedules(RequestContractTests.count) { schedule in
            let network = Network(isOnline: true)
            var request = Answers(output: [1])
            let edits = [request.edit { $0.append(2) }, request.edit { $0.append(3) }]
            request.start(0)
            let isConfirmedFirst = schedule.bool("the other one is confirmed first")
            func rollback() { request.rollback(edits[first ? 0 : 1]) }
            if !isConfirmedFirst { rollback() }
            network.write(first ? 3 : 2)
            request.confirm(edits[first ? 1 : 0])
            if isConfirmedFirst { rollback() }
            let test = store(schedule, request, network)
            test.expect { $0.output == (first ? [1, 3] : [1, 2]) && $0.pendingEdits.isEmpty }
            test.run()
            test.expect { $0.output == (first ? [1, 3] : [1, 2]) && $0.phase == .done(0) }
        }
    }

    // Redux Toolkit 5140: an edit was rolled back while offline, and was still shown.
    @Test func rollbackWhileOfflineIsShownAtOnce() {
        exploreSchedules(RequestContractTests.count) { schedule in
            let network = Network(isOnline: false)
            var request = Answers(output: [1])
            let edit = request.edit { $0.append(2) }
            request.start(0)
            if schedule.bool("is rolled back before it fails") { request.rollback(edit) }
            var test = store(schedule, request, network)
            test.run()
            test.expect { $0.failure == RequestFailure("refused 0") }
            request = test.state
            request.rollback(edit)
            #expect(request.output == [1])
            #expect(request.failure != nil)
            network.connect()
            request.retry()
            test = store(schedule, request, network)
            test.run()
            test.expect { $0.output == [1] && $0.phase == .done(0) }
        }
    }

    // An answer from before an edit arrives while the edit is being sent.
    @Test func oldAnswerDoesNotRollAnEditBack() {
        exploreSchedules(RequestContractTests.count) { schedule in
            let network = Network(isOnline: true)
            var request = Answers(output: [1])
            request.start(0)
            let app = EditApp(schedule, request, network)
            app.edit(2)
            app.test.expect { $0.request.output == [1, 2] }
            app.test.advance(by: .milliseconds(schedule.int(in: 0...8)))
            app.test.expect { $0.request.output == [1, 2] }
            network.write(2)
            app.test.send(.end(2, isConfirmed: true))
            app.test.run()
            app.test.expect { $0.request.output == [1, 2] && $0.request.phase == .done(0) }
        }
    }

    // TanStack query 4896: writes that waited for the network were sent in parallel when it was
    // back. Here the answer of a read also arrives in between.
    @Test func waitingWritesAreEachShownOnceInTheEnd() {
        exploreSchedules(RequestContractTests.count) { schedule in
            let network = Network(isOnline: false)
            var request = Answers(output: [1])
            request.start(0)
            let app = EditApp(schedule, request, network)
            let items = [2, 3, 4]
            for item in items { app.edit(item) }
            app.test.run()
            app.test.expect { $0.request.failure != nil && $0.request.output == [1, 2, 3, 4] }
            network.connect()
            app.test.send(.retry)
            var waiting = items
            while !waiting.isEmpty {
                let item = waiting.remove(at: schedule.int(in: 0...waiting.count - 1, "is written"))
                network.write(item)
                if schedule.bool("time goes on") { app.test.advance(by: .milliseconds(schedule.int(in: 1...8))) }
                app.test.send(.end(item, isConfirmed: true))
            }
            app.test.run()
            app.test.expect { $0.request.output.map { $0.sorted() } == [1, 2, 3, 4] && $0.request.phase == .done(0) }
        }
    }

    // An edit whose write is saved during a restart is applied again by the owner of the write.
    @Test func writeSentAgainAfterARestartEndsItsOwnEdit() {
        exploreSchedules(RequestContractTests.count) { schedule in
            let network = Network(isOnline: true)
            let first = EditApp(schedule, Answers(output: [1]), network)
            first.edit(2)
            var desk = first.test.state
            first.test.kill()
            do { try desk.restart() } catch { throw Wrong("\(error)") }
            #expect(desk.request.output == [1])
            desk.request.edit { $0.append(3) }
            // The number of the first app's edit is useless here.
            if let edit = desk.edits[2] { desk.request.confirm(edit) }
            #expect(desk.request.pendingEdits.count == 1)
            #expect(desk.request.output == [1, 3])
        }
    }

    /// In any order of edits, writes, answers, failures and starts, the output in the end is that of
    /// the server, with each item once.
    @Test func requestShowsTheServersDataInTheEnd() {
        exploreSchedules(programCount / 4) { schedule in
            let network = Network(isOnline: true)
            let app = EditApp(schedule, Answers(), network, isUnreliable: true)
            app.test.send(.start(0))
            var (count, pending): (Int, [(item: Int, isWritten: Bool)]) = (0, [])
            for _ in 0..<schedule.int(in: 0...16, "steps") {
                let index = pending.isEmpty ? nil : schedule.int(in: 0...pending.count - 1, "edit")
                switch (schedule.int(in: 0...6, "step"), index) {
                case (0...1, _):
                    count += 1
                    pending.append((count + 1, isWritten: false))
                    app.edit(count + 1)
                case (2, let index?) where !pending[index].isWritten:
                    pending[index].isWritten = true
                    network.write(pending[index].item)
                case (3, let index?):
                    let edit = pending.remove(at: index)
                    app.test.send(.end(edit.item, isConfirmed: edit.isWritten))
                case (4, _): app.test.send(.start(0))
                default: app.test.advance(by: .milliseconds(schedule.int(in: 1...8)))
                }
            }
            for edit in pending { app.test.send(.end(edit.item, isConfirmed: edit.isWritten)) }
            app.test.run()
            app.becomeReliable()
            app.test.send(.retry)
            app.test.run()
            let items = try network.read()
            app.test.expect("\(items) is what the server has") {
                $0.request.output.map { $0.sorted() } == items.sorted() && $0.request.phase == .done(0)
            }
        }
    }

    /// The app of the programs, with a server behind a network.
    private final class EditApp {
        let test: TestStore<DeskAction, Desk>
        private let reliable = Lock(false)

        init(_ schedule: Schedule, _ request: Answers, _ network: Network, isUnreliable: Bool = false) {
            let world = TestWorld(schedule: schedule)
            let (clock, reliable) = (world.clock, reliable)
            let feature = Feature<DeskAction, Desk, Void>.combine {
                Feature { action, desk in desk.reduce(action) }
                Feature<AnswersAction, Answers, Void>.request { _, _ in
                    let isUnreliable = isUnreliable && !reliable.withLock { $0 }
                    if schedule.bool("reads at once") == false { try await clock.sleep(for: .milliseconds(2)) }
                    let items = try network.read()
                    try await clock.sleep(for: .milliseconds(schedule.int(in: 1...5, "takes")))
                    if isUnreliable, schedule.chance(0.2, "fails") { throw Refusal() }
                    return items
                }
                .lift(case: DeskAction.request, state: \.request)
            }
            test = TestStore(
                initialState: Desk(request: request),
                feature: feature,
                dependencies: (),
                checks: .onlyWhatIsSaid,
                in: world
            )
        }

        func edit(_ item: Int) { test.send(.edit(item)) }

        func becomeReliable() { reliable.withLock { $0 = true } }
    }
}
