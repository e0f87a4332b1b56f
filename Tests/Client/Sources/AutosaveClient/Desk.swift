// SPDX-License-Identifier: MIT

import RexCore

/// A clock whose sleeps end when the test ends them.
struct TestClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    let sleeps = AsyncStream.makeStream(of: (duration: Duration, end: @Sendable () -> Void).self)

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let sleep = AsyncStream.makeStream(of: Void.self)
        sleeps.continuation.yield((now.duration(to: deadline), { sleep.continuation.finish() }))
        for await _ in sleep.stream {}
        try Task.checkCancellation()
    }
}

/// The dependencies of a store of drafts in a test, and the recorded results.
struct Desk {
    let clock = TestClock()
    let texts = AsyncStream.makeStream(of: String.self)
    let trails = AsyncStream.makeStream(of: [String].self)
    let endedTasks = AsyncStream.makeStream(of: Void.self)

    /// Creates a store whose tasks use the clock of this desk.
    func makeStore(executor: StoreExecutor = .immediate) -> Store<DraftAction, Draft> {
        let (texts, trails, endedTasks) = (texts.continuation, trails.continuation, endedTasks.continuation)
        let witness = AnyMiddleware<DraftAction, DraftAction, Draft> { _, source, _ in
            trails.yield(source.trail.map(\.kind))
            return .pure()
        }
        let paper = Paper(write: { texts.yield($0) }, close: { texts.yield("\($0) at the end") })
        return Store(
            initialState: Draft(),
            reducer: drafting,
            middleware: Autosave(paper: paper) <> witness,
            executor: executor,
            environment: StoreEnvironment(clock: clock) { _, operation in
                Task {
                    await operation()
                    endedTasks.yield()
                }
            }
        )
    }

    /// Returns the texts written so far, and ends the recording.
    func allTexts() async -> [String] {
        texts.continuation.finish()
        return await texts.stream.reduce(into: []) { $0.append($1) }
    }

    /// Returns the kinds of the trail steps of each action so far, and ends the recording.
    func allTrails() async -> [[String]] {
        trails.continuation.finish()
        return await trails.stream.reduce(into: []) { $0.append($1) }
    }
}
