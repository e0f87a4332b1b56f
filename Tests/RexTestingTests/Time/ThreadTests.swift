// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Dependencies that use threads of their own during a test.
@Suite struct ThreadTests {
    private let outputs = Recorder<AnyActionHandler<Int>>()

    private func store(in world: TestWorld = TestWorld()) -> TestStore<Int, Int> {
        TestStore(
            initialState: 0,
            reducer: .reduce { action, sum in sum += action },
            middleware: Listener(outputs: outputs),
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    /// Calls `body` repeatedly on some threads, and `other` on this thread meanwhile.
    private func onThreads(
        times: Int,
        _ body: @escaping @Sendable () -> Void,
        meanwhile other: () async -> Void
    ) async {
        let isOver = Lock(false)
        let threads = JoinableThread {
            RexTestSupport.onThreads(3) { _ in
                for _ in 0..<times { body() }
            }
            isOver.withLock { $0 = true }
        }
        while !isOver.withLock({ $0 }) { await other() }
        threads.join()
    }

    @Test func threadsMayDispatchAndStartRunsWhileTheTestGoesOn() async throws {
        let test = store()
        let output = try #require(outputs.events.first)
        let clock = test.clock
        await onThreads(times: 50) {
            output.dispatch(1)
            output.startTask { output in
                await Task.detached {}.value
                try? await clock.sleep(for: .seconds(1))
                output.dispatch(1)
            }
        } meanwhile: {
            test.send(0)
            #expect(failures { test.receive(-1) }.count == 1)
            #expect(test.runs.allSatisfy { !$0.isCancelled })
            test.advance(by: .seconds(1))
            #expect(test.runs.allSatisfy { !$0.isCancelled })
            await test.settle(within: .seconds(60))
            #expect(test.runs.allSatisfy { !$0.isCancelled })
        }
        await test.settle(within: .seconds(60))
        test.run()
        #expect(test.state == 300)
        #expect(test.runs.isEmpty)
        test.finish()
    }

    @Test func expectSeesActionsOfOtherThreads() throws {
        let test = store()
        let output = try #require(outputs.events.first)
        RexTestSupport.onThreads(1) { _ in output.dispatch(1) }
        test.expect { $0 == 1 }
        test.finish()
    }

    @Test func threadsMayScheduleAndCancelWorkWhileTheTestMovesTheTime() async {
        let test = store()
        let done = Recorder<Int>()
        let scheduler = TestScheduler(clock: test.clock)
        await onThreads(times: 50) {
            scheduler.schedule { done.record(1) }
            scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { done.record(1) }
            let timers = (1...20).map { _ in
                scheduler.schedule(after: scheduler.now, interval: .nanoseconds(1)) {}
            }
            for timer in timers { timer.cancel() }
        } meanwhile: {
            test.advance(by: .nanoseconds(1))
            #expect(test.runs.isEmpty)
            test.skipRuns()
        }
        test.run()
        #expect(done.events.count == 300)
        test.finish()
    }

    @Test func workScheduledDuringTheReleaseOfTheTestStoreIsDone() async {
        let done = Recorder<Int>()
        var test: TestStore? = store()
        let scheduler = TestScheduler(clock: test?.clock ?? TestClock())
        await onThreads(times: 500) {
            scheduler.schedule { done.record(1) }
        } meanwhile: {
            _ = test?.state
            if done.events.count > 100 { test = nil }
        }
        test = nil
        #expect(done.events.count == 1_500)
    }

    @Test func storesMayBeMadeAndKilledWhileThreadsUseTheirWorld() async throws {
        let world = TestWorld()
        let test = store(in: world)
        let output = try #require(outputs.events.first)
        let clock = world.clock
        await onThreads(times: 200) {
            output.dispatch(1)
            output.startTask { _ in try? await clock.sleep(for: .seconds(1)) }
            _ = clock.now
        } meanwhile: {
            let other = store(in: world)
            other.send(1)
            other.kill()
            #expect(other.runs.isEmpty)
        }
        test.run()
        #expect(test.state == 600)
        test.skipRuns()
        test.finish()
    }

    @Test func threadsDrawDifferentNumbers() {
        let random = TestWorld().random
        let numbers = Recorder<UInt64>()
        RexTestSupport.onThreads(3) { _ in
            for _ in 0..<1_000 { numbers.record(random.next()) }
        }
        #expect(Set(numbers.events).count == 3_000)
    }

    @Test func runsThatResumeAfterTheirTestEnd() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let opening = Task.detached { for await _ in gate {} }
        let count = 50
        do {
            let test = store()
            let output = try #require(outputs.events.first)
            for _ in 1...count {
                output.startTask { _ in
                    await opening.value
                    end.yield()
                }
            }
            #expect(test.runs.count == count)
        }
        opener.finish()
        var left = count
        for await _ in ends {
            left -= 1
            if left == 0 { break }
        }
    }
}

/// Gives its output to the test.
private struct Listener: MiddlewareProtocol {
    let outputs: Recorder<AnyActionHandler<Int>>

    func receiveContext(getState: @escaping GetState<Int>, output: AnyActionHandler<Int>) {
        outputs.record(output)
    }

    func handle(action: Int, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Int> { .pure() }
}
