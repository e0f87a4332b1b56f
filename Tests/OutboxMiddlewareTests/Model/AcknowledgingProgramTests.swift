// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Random programs of an app that saves its outbox and its optimistic state in two files.
///
/// `LedgerProgram` is the user of the `Shop`, whose `Ledger` is the state that waits for outcomes. Its
/// server is a closure. There is no model: after two launches with a working disk, nothing may be
/// pending, and the ledger has what the server has accepted. ``OutboxProgramTests`` explains how to
/// read and repeat a failure.
@Suite struct AcknowledgingProgramTests {
    @Test func noProgramWaitsForAnEntryForever() {
        let counts = Lock<[String: Int]>([:])
        exploreSchedules(programCount) { schedule in
            let program = LedgerProgram(schedule)
            for _ in 0..<schedule.int(in: 1...20, "steps") { try program.step() }
            try program.end()
            let found = program.counts
            counts.withLock { $0.merge(found, uniquingKeysWith: +) }
        }
        // An event that never occurred was not tested.
        let found = counts.withLock { $0 }
        for event in ["sent", "rejected", "cancelled", "cleared", "removed", "again", "crash"] {
            #expect(found[event] ?? 0 >= programCount / 1_000, "\(event): \(found)")
        }
    }
}

/// The state that the app saves beside its outbox.
private struct Ledger: Codable, Equatable, OutboxPending {
    var pendingIDs: Set<OutboxID> = []
    var sent: [OutboxID: Int] = [:]
}

private struct Shop: Sendable {
    var ledger = Ledger()
    var outbox = Outbox<Int>()
    var isOnline = true
}

private enum ShopAction: Sendable {
    case order(Int), connect(Bool), cancel(OutboxID), retry(OutboxID), cancelAll, save
    case outbox(OutboxAction<Int, Int>)

    static let outbox = CasePath<ShopAction, OutboxAction<Int, Int>>(
        extract: { if case .outbox(let action) = $0 { action } else { nil } },
        embed: ShopAction.outbox
    )
}

private struct ShopWorld: Sendable {
    let ledger: StateFile<Ledger>
    let outbox: OutboxFile<Int>
    let send: @Sendable (Int, OutboxID) async throws -> Int
}

private let shop = Feature<ShopAction, Shop, ShopWorld>.combine {
    Feature { action, shop in
        switch action {
        case .order(let number): shop.ledger.pendingIDs.insert(shop.outbox.add(number, lane: "\(number % 2)"))
        case .connect(let isOnline): shop.isOnline = isOnline
        case .cancel(let id): shop.outbox.cancel(id)
        case .retry(let id):
            if shop.outbox[id]?.phase.rejection != nil { shop.ledger.pendingIDs.insert(id) }
            shop.outbox.retry(id)
        case .cancelAll: shop.outbox.cancelAll()
        case .outbox(.sent(let id, let number)):
            shop.ledger.sent[id] = number
            shop.ledger.pendingIDs.remove(id)
        case .outbox(.rejected(let id, _)), .outbox(.cancelled(let id, _)): shop.ledger.pendingIDs.remove(id)
        case .save, .outbox: break
        }
    }
    Feature.outbox(
        case: ShopAction.outbox,
        state: \.outbox,
        while: \.isOnline,
        retrying: .constant(.milliseconds(50)),
        to: \.outbox
    ) { number, id, world in
        try await world.send(number, id)
    }
    Feature.saving(
        \.ledger,
        to: \.ledger,
        acknowledging: ShopAction.outbox,
        now: { if case .save = $0 { true } else { false } }
    )
}

private final class LedgerProgram {
    private enum Step: CaseIterable {
        case order, connect, cancel, retry, cancelAll, save, wait, fail, crash, cut, end, remove

        static let all = allCases + [.order, .order, .order, .order, .wait, .wait, .wait, .save, .retry, .crash]
    }

    private let schedule: Schedule
    private let world: TestWorld
    private let disk: TestStorage
    private var test: TestStore<ShopAction, Shop>?
    private var number = 0
    /// The entries that the server has accepted.
    private let accepted = Lock<[OutboxID: Int]>([:])
    private let acceptsAll = Lock(false)
    /// The entries whose outcome may be lost: the user has cancelled or cleared them, or the file was
    /// removed.
    private var cancelled: Set<OutboxID> = []
    private(set) var counts: [String: Int] = [:]

    init(_ schedule: Schedule) {
        self.schedule = schedule
        world = TestWorld(schedule: schedule)
        disk = TestStorage(in: world)
    }

    private func count(_ event: String, _ number: Int = 1) { counts[event, default: 0] += number }

    private func launch() throws -> TestStore<ShopAction, Shop> {
        if let test { return test }
        let (schedule, clock, accepted, acceptsAll) = (schedule, world.clock, accepted, acceptsAll)
        let world = ShopWorld(
            ledger: StateFile(at: "ledger", storage: disk),
            outbox: OutboxFile(at: "folder/outbox", storage: disk)
        ) { number, id in
            guard !acceptsAll.withLock({ $0 }) else {
                accepted.withLock { $0[id] = number }
                return number
            }
            if schedule.bool("takes time") {
                try await clock.sleep(for: .milliseconds(schedule.int(in: 1...600, "takes")))
            }
            switch schedule.int(in: 0...5, "server") {
            case 0 where accepted.withLock({ $0[id] == nil }): throw .rejected("no")
            case 1: throw PostOffice.Failure()
            default: break
            }
            accepted.withLock { $0[id] = number }
            return number
        }
        let isLoaded = schedule.bool("the app loads the outbox")
        let test = TestStore(
            initialState: Shop(
                ledger: try world.ledger.load() ?? Ledger(),
                outbox: isLoaded ? try world.outbox.load() : Outbox(),
                isOnline: schedule.bool("is online")
            ),
            feature: shop,
            dependencies: world,
            checks: .onlyWhatIsSaid,
            in: self.world
        )
        self.test = test
        return test
    }

    private func someID(_ test: TestStore<ShopAction, Shop>) -> OutboxID? {
        let ids = test.state.outbox.entries.map(\.id)
        return ids.isEmpty ? nil : schedule.element(of: ids, "entry")
    }

    func step() throws {
        let test = try launch()
        switch schedule.element(of: Step.all, "step") {
        case .order:
            number += 1
            test.send(.order(number))
        case .connect: test.send(.connect(schedule.bool("is online")))
        case .cancel:
            guard let id = someID(test) else { return }
            cancelled.insert(id)
            test.send(.cancel(id))
        case .retry: if let id = someID(test) { test.send(.retry(id)) }
        case .cancelAll:
            guard schedule.int(in: 0...3, "really") == 0 else { return }
            clear(test)
        case .save: test.send(.save)
        case .wait: test.advance(by: .milliseconds(schedule.int(in: 1...700, "wait")))
        case .fail:
            disk.failCalls(
                after: schedule.int(in: 0...12, "calls before"),
                count: schedule.int(in: 1...30, "calls that fail"),
                takingEffect: schedule.bool("after the effect"),
                with: schedule.element(of: [EIO, ENOSPC], "error")
            )
        case .remove:
            guard schedule.int(in: 0...3, "really") == 0 else { return }
            count("removed")
            loseOutcomes(test)
            disk.removeFolder("folder")
        case .crash: try end { $0.kill() }
        case .cut:
            disk.cutPower(after: schedule.int(in: 0...30, "calls before"))
            number += 1
            let before = accepted.withLock { $0 }
            test.send(.order(number))
            test.advance(by: .milliseconds(700))
            test.send(.save)
            try end { $0.kill() }
            // Sends after the loss of power have no effect.
            accepted.withLock { $0 = before }
        case .end: try end { $0.finishAtOnce() }
        }
    }

    private func clear(_ test: TestStore<ShopAction, Shop>) {
        count("cleared")
        loseOutcomes(test)
        test.send(.cancelAll)
    }

    /// Marks the outcomes of all entries as possibly lost.
    private func loseOutcomes(_ test: TestStore<ShopAction, Shop>) {
        cancelled.formUnion(test.state.outbox.entries.map(\.id))
        // The file may have entries that are not loaded yet, and outcomes that are not saved yet.
        cancelled.formUnion(accepted.withLock { $0.keys })
        cancelled.formUnion(test.state.ledger.pendingIDs)
    }

    private func end(_ body: (TestStore<ShopAction, Shop>) -> Void) throws {
        guard let test else { return }
        count("crash")
        disk.failCalls(count: 0, with: 0)
        note(test)
        body(test)
        self.test = nil
    }

    private func note(_ test: TestStore<ShopAction, Shop>) {
        var seen: Set<OutboxID> = []
        for action in test.actions.compactMap({ ShopAction.outbox.extract($0.action) }) {
            switch action {
            case .sent(let id, _):
                count("sent")
                if !seen.insert(id).inserted { count("again") }
            case .rejected: count("rejected")
            case .cancelled(let id, _):
                count("cancelled")
                if !cancelled.contains(id) { count("again") }
            default: break
            }
        }
    }

    func end() throws {
        disk.failCalls(count: 0, with: 0)
        acceptsAll.withLock { $0 = true }
        // A process with a working disk, and another one that continues with its files.
        for _ in 0..<2 {
            let test = try launch()
            test.send(.connect(true))
            test.run()
            // A torn append leaves an unreadable entry, which the user retries or cancels.
            for entry in test.state.outbox.unreadable { test.send(.cancel(entry.id)) }
            test.run()
            let state = test.state
            let waiting = Set(state.outbox.pending.map(\.id))
            try require(waiting.isEmpty, "not sent: \(waiting)")
            try require(state.ledger.pendingIDs.isEmpty, "pending for ever: \(state.ledger.pendingIDs)")
            for (id, number) in accepted.withLock({ $0 }) where !cancelled.contains(id) {
                try require(state.ledger.sent[id] == number, "\(number) was sent, and the ledger does not know it")
            }
            note(test)
            test.skipActions()
            test.finish()
            self.test = nil
        }
        let last = try launch()
        last.run()
        let outcomes = last.actions.compactMap { ShopAction.outbox.extract($0.action) }.filter { action in
            switch action {
            case .sent, .cancelled: true
            default: false
            }
        }
        try require(outcomes.isEmpty, "kept for ever: \(outcomes)")
        last.finish()
    }
}

extension TestStore {
    fileprivate func finishAtOnce() {
        skipActions()
        skipRuns()
        finish()
    }
}
