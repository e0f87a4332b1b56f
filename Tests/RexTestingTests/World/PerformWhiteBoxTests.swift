// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

/// Asynchronous parts of a test that do not continue, or wait outside.
@Suite struct PerformWhiteBoxTests {
    private func text(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "nothing was thrown"
    }

    @Test func partThatWaitsOutsideIsNamed() async {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        let test = notesStore()
        let line = #line + 1
        let thrown = text { try test.perform { for await _ in never {} } }
        #expect(
            thrown == """
                perform at PerformWhiteBoxTests.swift:\(line) waits for something that the test does not control: \
                an actor with its own executor, real input and output, or a value that is never sent.
                """
        )
        let piece = WorldTask(in: WorldCore()) { for await _ in never {} }
        do {
            try await piece.end(within: .milliseconds(1))
            Issue.record("It has ended.")
        } catch {
            #expect("\(error)".hasPrefix("The body waits for something that the test does not control"))
        }
        end.finish()
        test.finish()
    }

    @Test func partWaitsOutsideInSequence() async throws {
        let piece = WorldTask(in: WorldCore()) {
            for _ in 1...3 { await Task.detached { try? await Task.sleep(for: .milliseconds(2)) }.value }
            return "at last"
        }
        #expect(try await piece.end(within: .seconds(60)) == "at last")
    }

    @Test func partThatSleepsForeverIsNamed() {
        let isOver = Lock(false)
        let test = notesStore()
        let clock = test.clock
        let line = #line + 2
        let thrown = text {
            try test.perform { while !isOver.withLock({ $0 }) { try await clock.sleep(for: .seconds(1)) } }
        }
        #expect(thrown.hasSuffix("Tests.swift:\(line) has not ended after 10000 deadlines."))
        #expect(clock.now.offset == .seconds(10_000))
        isOver.withLock { $0 = true }
        test.run()
        test.finish()
    }

    @Test func partThatNeverWaitsIsNamed() {
        let isOver = Lock(false)
        let test = notesStore()
        let line = #line + 1
        let thrown = text { try test.perform { while !isOver.withLock({ $0 }) { await Task.yield() } } }
        isOver.withLock { $0 = true }
        #expect(
            thrown == """
                perform at PerformWhiteBoxTests.swift:\(line): Took 100000 steps at the same time and more are ready.
                """
        )
        test.finish()
    }

    @Test func endedPartDoesNotAdvanceTime() throws {
        let test = notesStore(["nap": { try await $0.sleep(.seconds(1)) }])
        test.send(.go("nap")) { $0.list = ["nap"] }
        #expect(try test.perform { 7 } == 7)
        #expect(test.clock.now.offset == .zero)
        test.run()
        test.finish()
    }

    @Test func cancelledTestStopsWaiting() async {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await WorldTask(in: WorldCore()) { for await _ in never {} }.end(within: .seconds(60))
        }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        end.finish()
    }

    @Test func performRequiresAnotherFinish() async throws {
        let calls: [(TestStore<Note, Notes>) async throws -> Void] = [
            { test in try await test.perform {} }, { test in try Self.performNow(test) },
        ]
        for call in calls {
            let texts = await failures {
                let test = notesStore()
                test.finish()
                do { try await call(test) } catch { Issue.record(error) }
            }
            #expect(texts.map { $0.contains("without a call of finish()") } == [true])
        }
    }

    private static func performNow(_ test: TestStore<Note, Notes>) throws { try test.perform {} }

    @Test func sleeperOfAPartIsReported() {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        let test = notesStore()
        let clock = test.clock
        let texts = failures {
            #expect(throws: (any Error).self) {
                try test.perform {
                    await withTaskGroup { group in
                        group.addTask { for _ in 0...20_000 { try? await clock.sleep(for: .seconds(1)) } }
                        for await _ in never {}
                        group.cancelAll()
                    }
                }
            }
            test.finish()
        }
        #expect(
            texts == [
                """
                finish: The test store is not finished.
                Work of the test scheduler:
                  a task without a run sleeps until 10001.0 seconds
                """
            ]
        )
        end.finish()
    }
}
