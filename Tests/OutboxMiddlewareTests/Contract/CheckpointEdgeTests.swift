// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// Kept outcomes, older logs, states of other stores and lists that are made anew.
@Suite struct CheckpointEdgeTests {
    private static let gauges = Reducer<Double, Double>.reduce { $1 = $0 }.optimistic()

    private let run = TwoListsRun()

    private func rejecting(_ numbers: Set<Int>) -> TwoListsRun.Send {
        { job, _ in
            if numbers.contains(job.row.number) { throw .rejected("no") }
            return job
        }
    }

    // The cancelled rejection counted as one that is still to be dispatched, so nothing was sent.
    @Test func rejectionThatIsCancelledBeforeItIsDispatchedDelaysNoAttempt() throws {
        run.fullDisk.fullPaths.withLock { $0 = ["a", "b"] }
        let first = try run.launch(rejecting([1, 2]))
        first.perform(1, lane: "x")
        first.perform(2, lane: "y")
        first.send(.connect(false))
        first.perform(3, lane: "z")
        first.kill()
        run.fullDisk.fullPaths.withLock { $0 = [] }
        let cancelling = Feature<TwoListsAction, TwoLists, TwoListsWorld> { action, app in
            guard case .outbox(.rejected) = action else { return }
            for entry in app.outbox.rejected { app.outbox.cancel(entry.id) }
        }
        let second = try run.launch(feature: TwoLists.app <> cancelling)
        second.run()
        #expect(second.state.outbox.isEmpty)
        #expect(second.base() == [3])
        second.finish()
    }

    // The log got another name before the store had read it, and lost it again: the value was taken for an older one.
    @Test func olderLogMakesAllValuesStale() throws {
        let first = try run.launch()
        first.perform(1, in: .a)
        first.run()
        first.kill()
        let copy = try #require(try run.disk.read("outbox"))
        let second = try run.launch()
        second.perform(2, in: .a)
        second.perform(3, in: .b)
        second.run()
        second.kill()
        try run.disk.write(copy, to: "outbox", keepingOldAs: nil)
        let files = run.files()
        let third = try run.launch(late: .listA, files: files)
        for (number, list) in [(4, TwoLists.ListName.a), (5, .b), (6, .b)] { third.perform(number, in: list) }
        third.run()
        third.send(.opened(try files.a.load()))
        third.run()
        #expect(third.state.a?.isStale == true && third.state.b.isStale)
        third.kill()
        let fourth = try run.launch()
        fourth.run()
        #expect(fourth.state.a?.isStale == true && fourth.outcomes.isEmpty)
        fourth.finish()
    }

    @Test(arguments: [false, true]) func stateOfAnotherStoreIsTaken(hasItsFiles: Bool) throws {
        let first = try run.launch()
        first.perform(1, in: .a)
        first.run()
        let middle = first.state
        first.perform(2, in: .a)
        first.run()
        let last = first.state
        first.kill()
        var withoutOutbox = middle
        withoutOutbox.outbox = Outbox()
        for state in [middle, last, middle, withoutOutbox] {
            let run = hasItsFiles ? run : TwoListsRun()
            let test = TwoListsRun.Test(
                initialState: state,
                feature: TwoLists.app,
                dependencies: run.files(),
                checks: .onlyWhatIsSaid,
                in: run.world
            )
            test.perform(3, in: .a)
            test.run()
            #expect(test.state.outbox.isEmpty && test.pending(.a).isEmpty && test.shown(.a).last == 3)
            test.kill()
        }
    }

    // Each save sent an action, which saved the file again half a second later.
    @Test func baseThatIsNotEqualToItselfIsSavedOnce() throws {
        let sending = Feature<GaugeAction, Gauge, GaugeWorld>
            .outbox(case: GaugeAction.outbox, state: \.outbox, while: \.isOnline, to: \.outbox) { number, _, _ in number
            }
        let setting = Feature<GaugeAction, Gauge, GaugeWorld> { action, gauge in
            guard case .tick(let level?) = action else { return }
            Self.gauges.reduce(.server(level), &gauge.level)
        }
        let saving = Feature<GaugeAction, Gauge, GaugeWorld>
            .saving(\.level, to: \.level, acknowledging: GaugeAction.outbox, state: \.outbox)
        let world = GaugeWorld(
            level: StateFile(at: "level", storage: run.disk),
            outbox: OutboxFile(at: "outbox", storage: run.disk)
        )
        let test = TestStore(
            initialState: Gauge(),
            feature: setting <> sending <> saving,
            dependencies: world,
            checks: .onlyWhatIsSaid,
            in: run.world
        )
        func callsOfATick(settingTo level: Double?) -> Int {
            let count = run.disk.callNames.count
            test.send(.tick(level))
            test.advance(by: .seconds(10))
            return run.disk.callNames.count - count
        }
        #expect(callsOfATick(settingTo: .nan) > 0)
        #expect(callsOfATick(settingTo: nil) == 0)
        #expect(callsOfATick(settingTo: 1) > 0)
        test.finish()
    }

    // The save of the value that was made anew was taken for a repetition, so the outcomes stayed in the log.
    @Test func listThatIsMadeAnewIsWaitedForAgain() throws {
        let diskOfB = FullStorage(disk: run.disk)
        let files = run.files()
        let first = try run.launch(
            files: TwoListsWorld(
                a: files.a,
                b: StateFile(at: "b", storage: diskOfB),
                outbox: files.outbox,
                send: files.send,
                pull: files.pull
            )
        )
        diskOfB.fullPaths.withLock { $0 = ["b"] }
        first.perform(1, in: .a)
        first.advance(by: .milliseconds(300))
        first.send(.save)
        first.send(.madeAnew(.a))
        first.advance(by: .seconds(1))
        diskOfB.fullPaths.withLock { $0 = [] }
        first.run()
        first.kill()
        let second = try run.launch()
        second.run()
        #expect(second.outcomes.isEmpty)
        second.finish()
    }

    // Its row was missing, and the list was not stale.
    @Test func sentEntryMakesAListStaleThatHasNotResumed() throws {
        let forgetting = Feature<TwoListsAction, TwoLists, TwoListsWorld> { action, app in
            if case .save = action { app.b = TwoLists.List(TwoLists.Contents()) }
        }
        let test = try run.launch(isOnline: false, feature: forgetting <> TwoLists.app)
        test.perform(1)
        test.send(.save)
        test.send(.pulled(.b, [], test.state.b.mark))
        #expect(!test.state.b.isStale)
        test.send(.connect(true))
        test.run()
        #expect(test.state.b.isStale)
        test.finish()
    }

    // Its action stayed pending: the backlog had not told whose id it was.
    @Test func newListDropsAFollowerThatWasSent() throws {
        run.fullDisk.fullPaths.withLock { $0 = ["a", "b"] }
        let test = try run.launch()
        test.perform(1, isFollowed: true)
        test.advance(by: .seconds(1))
        test.send(.madeAnew(.b))
        #expect(test.pending().isEmpty && test.state.b.isStale)
        test.kill()
    }

    // The reducer that adds it runs again, and it was sent.
    @Test func followerThatIsCancelledBeforeItIsOnDiskIsNeverSent() throws {
        let sent = Lock<[Int]>([])
        let send: TwoListsRun.Send = { job, _ in
            sent.withLock { $0.append(job.row.number) }
            return job
        }
        let cancelling = Feature<TwoListsAction, TwoLists, TwoListsWorld> { action, app in
            guard case .outbox(.sent) = action else { return }
            for entry in app.outbox.entries { app.outbox.cancel(entry.id) }
        }
        let first = try run.launch(feature: TwoLists.app <> cancelling, send)
        first.perform(1, isFollowed: true)
        #expect(first.outcomes.count == 2)
        first.kill()
        let second = try run.launch(send)
        second.run()
        #expect(sent.withLock { $0 } == [1])
        #expect(second.shown() == [1] && second.state.outbox.isEmpty)
        second.finish()
    }

    // Key paths with other arguments of a subscript have one description, and were taken for one part.
    @Test func partsMayBeAcknowledgedInALoop() throws {
        let savings = TwoLists.ListName.allCases.map { name in
            Feature<TwoListsAction, TwoLists, TwoListsWorld>.saving(
                \.[name],
                to: { name == .a ? $0.a : $0.b },
                acknowledging: TwoListsAction.outbox,
                state: \.outbox
            )
        }
        let test = try run.launch(feature: TwoLists.core <> savings[0] <> savings[1])
        test.perform(1, in: .a)
        test.perform(2, in: .b)
        test.run()
        #expect(test.shown(.a) == [1] && test.shown(.b) == [2])
        test.finish()
    }

    // MARK: White box

    private typealias Queue = OutboxQueue<Int>
    private typealias Action = OutboxAction<Int, String>

    /// An outbox with an entry, and the backlog of its file.
    private func queue(_ outcomes: [OutboxKept<Int>] = []) -> (Queue, OutboxBacklog<Int>) {
        var queue = Queue(first: OutboxID(1 << 32))
        let entry = OutboxEntry(id: OutboxID(7), lane: .main, job: 7, attempts: 0, phase: .waiting)
        queue.insert([.entry(entry)])
        let log = OutboxLogState(name: OutboxID(5), newest: outcomes.count, isOpen: true)
        let backlog = OutboxBacklog([entry], kept: outcomes, series: [], log)
        queue.takeLog(of: backlog)
        return (queue, backlog.without([entry.id]))
    }

    @Test func attemptStartsAfterTheKeptOutcomes() {
        let kept = OutboxKept(id: OutboxID(6), number: 1, kind: .sent, lane: .main, job: 6, isReplay: true)
        var (queue, backlog) = queue([kept])
        queue.reduce(Action.step(OutboxStep(.began(OutboxID(2 << 32)))), limit: 4)
        // The feature that acknowledges comes after the outbox.
        #expect(queue.slots.isEmpty)
        queue.savers["list"] = OutboxSaver(isNil: false)
        queue.reduce(Action.loaded(backlog), limit: 4)
        #expect(queue.slots.isEmpty)
        queue.reduce(Action.sent(kept.id, "ok"), limit: 4)
        #expect(queue.slots.map(\.id) == [OutboxID(7)])
    }

    @Test func outcomeBeforeTheReportOfTheFileKeepsItsNumber() {
        var (queue, backlog) = queue()
        queue.savers["list"] = OutboxSaver(isNil: false)
        queue.reduce(Action.step(OutboxStep(.began(OutboxID(2 << 32)))), limit: 4)
        queue.reduce(Action.attempted(OutboxID(7)), limit: 4)
        queue.reduce(Action.sent(OutboxID(7), "ok"), limit: 4)
        queue.reduce(Action.loaded(backlog), limit: 4)
        #expect(queue.kept.map(\.number) == [1])
        #expect(queue.log.newest == 1 && queue.log.dispatched == 1)
    }

    @Test func outcomesAreNotDroppedBeforeTheyAreDispatched() {
        let count = Queue.maxKept
        let kept = (1...count).map { number in
            OutboxKept(id: OutboxID(100 + number), number: number, kind: .sent, lane: .main, job: 0, isReplay: true)
        }
        var (queue, backlog) = queue(kept)
        queue.savers["list"] = OutboxSaver(isNil: false)
        queue.reduce(Action.step(OutboxStep(.began(OutboxID(2 << 32)))), limit: 4)
        let id = queue.add(lane: .main) { _ in 1 }
        queue.reduce(Action.saved(queue.lastChange), limit: 4)
        queue.cancel(id)
        queue.reduce(Action.loaded(backlog), limit: 4)
        queue.reduce(Action.cancelled(id, attempts: 0), limit: 4)
        queue.reduce(Action.saved(queue.lastChange), limit: 4)
        #expect(queue.kept.count == count + 1 && queue.replayCount == count)
        for outcome in kept { queue.reduce(Action.sent(outcome.id, "ok"), limit: 4) }
        #expect(queue.slots.map(\.id) == [OutboxID(7)])
    }

    @Test func eachNameOfALogIsNew() {
        var (queue, _) = queue()
        let names = (1...3).map { number in
            queue.nextID = OutboxID(number << 32)
            queue.renameLog()
            queue.renameLog()
            return queue.log.name
        }
        #expect(names == (1...3).map { OutboxID($0 << 32).next })
    }
}

private struct Gauge: Sendable {
    var level = Optimistic<Double, Double>(0)
    var outbox = Outbox<Double>()
    var isOnline = false
}

private enum GaugeAction: Sendable {
    case tick(Double?)
    case outbox(OutboxAction<Double, Double>)

    static let outbox = CasePath<GaugeAction, OutboxAction<Double, Double>>(
        extract: { if case .outbox(let action) = $0 { action } else { nil } },
        embed: GaugeAction.outbox
    )
}

private struct GaugeWorld: Sendable {
    let level: StateFile<Optimistic<Double, Double>>
    let outbox: OutboxFile<Double>
}
