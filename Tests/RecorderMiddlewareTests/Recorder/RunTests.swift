// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

@Suite struct RunTests {
    @Test func runHasItsCauseRuleAndEnd() async throws {
        let shop = RecordedShop(Recorder(), .paying)
        shop.store.dispatch(.checkOut)
        await shop.store.settled()
        let run = try #require(shop.recording.runs.first)
        #expect(run.cause == shop.entries[0].number)
        #expect(run.kind == "effect")
        #expect(run.name.hasPrefix("Effect pay at Shop.swift"))
        #expect(run.ending == .returned)
        #expect(try #require(run.ended) >= run.began)
        #expect(shop.entries.map(\.run) == [nil, run.number])
        #expect(shop.recording.causes == [nil, 0])
    }

    @Test func unfinishedRunIsRunning() async {
        let gate = AsyncStream<Void>.makeStream()
        let shop = RecordedShop(
            Recorder(),
            ShopMiddleware { _, _, _ in .task { _ in for await _ in gate.stream {} } }
        )
        shop.store.dispatch(.checkOut)
        #expect(shop.recording.runs.map(\.ending) == [.running])
        #expect(shop.recording.runs[0].ended == nil)
        #expect(shop.recording.runs[0].kind == "task")
        #expect(shop.recording.runs[0].cause == nil)
        gate.continuation.finish()
        await shop.store.settled()
        #expect(shop.recording.runs.map(\.ending) == [.returned])
    }

    @Test func cancelledRunIsCancelledAfterItsReturn() async {
        let tasks = Lock<[StoreTask]>([])
        let gate = AsyncStream<Void>.makeStream()
        let shop = RecordedShop(
            Recorder(),
            ShopMiddleware { action, _, _ in
                IO { output in
                    let task = output.startTask { _ in
                        // Ignores its cancellation.
                        await Task { for await _ in gate.stream {} }.value
                    }
                    tasks.withLock { $0.append(task) }
                }
            }
        )
        shop.store.dispatch(.checkOut)
        tasks.withLock { $0 }[0].cancel()
        #expect(shop.recording.runs.map(\.ending) == [.running])
        gate.continuation.finish()
        await shop.store.settled()
        #expect(shop.recording.runs.map(\.ending) == [.cancelled(by: nil)])
    }

    @Test func newestRunsAreKept() async {
        let shop = RecordedShop(Recorder(capacity: 3), .paying)
        for _ in 0..<20 {
            shop.store.dispatch(.checkOut)
            await shop.store.settled()
        }
        let runs = shop.recording.runs.map(\.number)
        #expect((3..<20).contains(runs.count))
        #expect(runs == runs.sorted())
        #expect(shop.entries.last?.run == runs.last)
    }

    @Test func runningRunsAreAlwaysKept() async {
        let effects = ClerkEffects().on(\.go) { value, _ in
            if value == 0 { try await Task.sleep(for: .seconds(1_000)) }
        }
        let office = Office(.lifted, effects, OfficeRecorder(capacity: 3))
        office.dispatch(.go(0))
        let longest = office.recording.runs.first?.number
        var ends = office.ends.makeAsyncIterator()
        for value in 1...20 {
            office.dispatch(.go(value))
            await ends.next()
        }
        #expect(office.recording.runs.map(\.number).first == longest)
        let areRunning = office.recording.runs.map { $0.ending == .running }
        #expect((4..<20).contains(areRunning.count))
        #expect(areRunning.first == true && !areRunning.dropFirst().contains(true))
        office.end()
        await ends.next()
        let runs = office.recording.runs
        #expect(runs.last?.ending == .returned)
        #expect(runs.count { $0.ending != .returned } <= 1)
        #expect(runs.map(\.number) == runs.map(\.number).sorted())
    }

    @Test func runsOfEightThreadsAreAllRecorded() async {
        let recorder = Recorder<ShopAction, ShopState>(keeping: .none)
        let shops = (0..<8).map { _ in RecordedShop(recorder, .paying) }
        onThreads(8) { thread in
            for _ in 0..<50 { shops[thread].store.dispatch(.checkOut) }
        }
        for shop in shops { await shop.store.settled() }
        let runs = recorder.recording().runs
        #expect(Set(runs.map(\.number)).count == 400)
        #expect(runs.allSatisfy { $0.ending == .returned })
    }

    /// A thread starts its next run when the previous one ends on another thread.
    @Test func concurrentlyEndingRunsAreAllRecorded() async {
        let recorder = Recorder<ShopAction, ShopState>(keeping: .none)
        let ending = (0..<4).map { _ in DispatchSemaphore(value: 0) }
        let shops = ending.map { ending in
            RecordedShop(recorder, ShopMiddleware { _, _, _ in .task { _ in ending.signal() } })
        }
        await awaitThreads(ending.count) { thread in
            for _ in 0..<50 {
                shops[thread].store.dispatch(.checkOut)
                ending[thread].wait()
            }
        }
        for shop in shops { await shop.store.settled() }
        let runs = recorder.recording().runs
        #expect(Set(runs.map(\.number)).count == 200)
        #expect(runs.allSatisfy { $0.ending == .returned })
    }

    /// ThreadSanitizer checks here that runs and rules are read under the locks of their writers.
    @Test func recordingIsReadWhileStoresAreMadeAndRunsBegin() async {
        let recorder = Recorder<ShopAction, ShopState>(keeping: .none)
        let stores = RexTestSupport.Recorder<Store<ShopAction, ShopState>>()
        onThreads(2) { thread in
            for _ in 0..<100 {
                if thread == 0 {
                    let shop = RecordedShop(recorder, .paying)
                    shop.store.dispatch(.checkOut)
                    stores.record(shop.store)
                } else {
                    #expect(recorder.recording().runs.count <= 100)
                }
            }
        }
        for store in stores.events { await store.settled() }
        #expect(recorder.recording().runs.count == 100)
    }

    @Test func runsOfEffectsHaveTheirRules() async throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let effects = EffectMiddleware<ShopAction, ShopAction, ShopState>()
            .on({ (action: ShopAction) in action == .checkOut ? () : nil }, .latest, named: "pay") { _, effect in
                effect.send(.payment(.paid(1)))
            }
        let store = Store(initialState: ShopState(), reducer: .shop, middleware: effects <> recorder.middleware)
        store.dispatch(.checkOut)
        await store.settled()
        let recording = recorder.recording()
        #expect(recording.causes == [nil, 0])
        let run = try #require(recording.runs.first)
        #expect(run.kind == "effect")
        #expect(run.name.contains("pay"))
        #expect(run.file.hasSuffix("RunTests.swift"))
        #expect(run.cause == recording.entries[0].number)
        #expect(recording.entries.map(\.run) == [nil, run.number])
        #expect(recording.coverage.rules.map(\.kind) == ["effect"])
    }
}
